import type { Check, Finding, Given, Level } from './check.ts';
import { address } from './checks/address.ts';
import { backups } from './checks/backups.ts';
import { clock, disk, secrets, video } from './checks/machine.ts';
import { pushes } from './checks/pushes.ts';
import { database, mail, redis, relays, store } from './checks/services.ts';

export const checks: readonly Check[] = [
  address,
  database,
  mail,
  redis,
  store,
  relays,
  pushes,
  disk,
  secrets,
  backups,
  video,
  clock,
];

export type Examined = Finding & { name: string };

/** Runs all checks, and never throws. A check that fails is a problem. */
export async function examine(given: Given): Promise<Examined[]> {
  const all = await Promise.all(
    checks.map(async ({ name, look }) => {
      const found = await look(given).catch((error: unknown) => [unexpected(error)]);
      return [found].flat().map((finding) => ({ name, ...finding }));
    }),
  );
  return all.flat();
}

function unexpected(error: unknown): Finding {
  const { message } = error as Error;
  return { level: 'problem', text: message, advice: 'Look at the settings of this service.' };
}

const signs: Record<Level, string> = { fine: '✓', note: '·', problem: '✗' };

/** One line for each finding, with the advice under it. */
export function linesOf(found: readonly Examined[]): string[] {
  const width = Math.max(...found.map(({ name }) => name.length));
  return found.flatMap(({ level, name, text, advice }) => [
    `${signs[level]} ${name.padEnd(width)}  ${text}`,
    ...(advice === undefined ? [] : [`${' '.repeat(width + 4)}${advice}`]),
  ]);
}
