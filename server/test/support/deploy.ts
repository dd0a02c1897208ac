import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { settings } from '../../src/config/settings.ts';

const root = new URL('../../../', import.meta.url);

/** The path of a file of the repository. */
export const pathOf = (name: string) => new URL(name, root).pathname;
export const read = (name: string) => readFileSync(pathOf(name), 'utf8');

/** Whether this machine has a program. Tests that need another one are skipped. */
export const has = (program: string, ...args: string[]) => {
  const { error, status } = spawnSync(program, args.length > 0 ? args : ['--version']);
  return !error && (args.length === 0 || status === 0);
};

/** The assignments of a file of settings, of a service of systemd or of a Containerfile. */
export const assignments = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/^(?:Environment=|ENV )?([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(
      ([, name, value]) => [name as string, value as string],
    ),
  );

/** The names that are no settings of Roost. */
export const strangers = (names: readonly string[]) => {
  const known = [...Object.keys(settings.shape), 'NODE_ENV'];
  return names.filter((name) => !known.includes(name));
};

/** One instruction of a Containerfile, such as `COPY . .`. */
export interface Instruction {
  word: string;
  rest: string;
}

/** The stages of a Containerfile, by name. The last one has the name `final`. */
export function stagesOf(text: string): Map<string, Instruction[]> {
  const stages = new Map<string, Instruction[]>();
  const lines = text
    .replace(/^#.*$/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  let stage: Instruction[] = [];
  for (const line of lines) {
    const [, word = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    if (word === 'FROM') {
      stage = [];
      stages.set(/ AS (\w+)$/.exec(rest)?.[1] ?? 'final', stage);
    }
    stage.push({ word, rest: rest.trim() });
  }
  return stages;
}

/** The sources and the target of a COPY, and the stage that it copies from. */
export function copyOf(rest: string): { from: string | null; sources: string[]; target: string } {
  const words = rest.split(/\s+/);
  const from = words[0]?.startsWith('--from=') ? (words.shift()?.slice(7) ?? null) : null;
  const target = words.pop() ?? '';
  return { from, sources: words, target };
}
