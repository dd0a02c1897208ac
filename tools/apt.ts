import { spawnSync } from 'node:child_process';

/** Installs a package of the distribution. Does nothing without root or apt. */
export function installFromDistribution(name: string): void {
  const show = { stdio: 'inherit' } as const;
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return;
  spawnSync('apt-get', ['update'], show);
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', name], show);
}
