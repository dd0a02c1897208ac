import { optionsOf, type Command } from './command.ts';

const RUN = 'npm run admin --';

function callOf({ name, parameters = [] }: Command): string {
  return [name, ...parameters.map((parameter) => `<${parameter}>`)].join(' ');
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}

/** The list of all commands. */
export function usage(commands: readonly Command[]): string {
  return [
    `Usage: ${RUN} <command> [options]`,
    '',
    ...columns(commands.map((command) => [callOf(command), command.summary] as const)),
    '',
    `${RUN} <command> --help shows the options of a command.`,
  ].join('\n');
}

export function helpOf(command: Command): string {
  return [
    `Usage: ${RUN} ${callOf(command)} [options]`,
    '',
    `${command.summary}.`,
    '',
    ...columns(
      Object.entries(optionsOf(command)).map(
        ([name, { type, help }]) =>
          [type === 'string' ? `--${name} <value>` : `--${name}`, help] as const,
      ),
    ),
  ].join('\n');
}
