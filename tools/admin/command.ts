import type { ParseArgsOptionsConfig } from 'node:util';
import type { Context } from '../../server/src/kernel/context.ts';
import { StartError } from '../../server/src/config/start-error.ts';

/** The output of a command: data for `--json`, and lines for people. */
export interface Report {
  data: unknown;
  lines: string[];
}

/** The given options, by name. */
export type Options = Readonly<Record<string, string | boolean | undefined>>;

export interface Option {
  type: 'string' | 'boolean';
  /** The text of the help, with the name of the value. */
  help: string;
}

/** A command of the operator. Secrets are never arguments, because other users of the machine can see those. */
export interface Command {
  /** One or two words. */
  name: string;
  /** The names of the arguments, all required. */
  parameters?: readonly string[];
  summary: string;
  options?: Readonly<Record<string, Option>>;
  /** The command can destroy something, so it has `--dry-run`. */
  isDestructive?: true;
  run(ctx: Context, given: { arguments: string[]; options: Options }): Promise<Report>;
}

/** The options that every command has. */
export const commonOptions = {
  help: { type: 'boolean', help: 'show this help' },
  json: { type: 'boolean', help: 'print JSON instead of lines' },
} as const satisfies Record<string, Option>;

export const dryRun = {
  type: 'boolean',
  help: 'change nothing, and say what would change',
} as const;

/** Every option of a command. */
export function optionsOf({ options = {}, isDestructive }: Command): Record<string, Option> {
  return { ...options, ...(isDestructive && { 'dry-run': dryRun }), ...commonOptions };
}

export function parseConfigOf(command: Command): ParseArgsOptionsConfig {
  return Object.fromEntries(
    Object.entries(optionsOf(command)).map(([name, { type }]) => [name, { type }]),
  );
}

/** Reads a whole number. Throws a StartError that names the option. */
export function wholeNumber(
  name: string,
  value: string | boolean | undefined,
  { fallback, min, max }: { fallback: number; min: number; max: number },
): number {
  if (value === undefined) return fallback;
  const number = /^\d{1,9}$/.test(String(value)) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new StartError(`--${name} must be a whole number from ${min} to ${max}.`);
}

/** Reads one of some words. Throws a StartError that names the option. */
export function oneOf<Word extends string>(
  name: string,
  value: string | boolean | undefined,
  words: readonly Word[],
): Word | undefined {
  if (value === undefined || words.includes(value as Word)) return value as Word | undefined;
  throw new StartError(`${name} must be one of: ${words.join(', ')}.`);
}
