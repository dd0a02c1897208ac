import { spawnSync } from 'node:child_process';
import { installFromDistribution } from './apt.ts';

/** Whether there is a coturn here to try calls with. */
export function hasRelay(): boolean {
  return spawnSync('turnserver', ['--version']).error === undefined;
}

/** The same, installed first where there is none and it may be. */
export function needRelay(): boolean {
  if (!hasRelay()) installFromDistribution('coturn');
  return hasRelay();
}
