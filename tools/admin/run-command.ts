import { parseArgs } from 'node:util';
import { StartError } from '../../server/src/config/start-error.ts';
import type { Context } from '../../server/src/kernel/context.ts';
import { commands } from './commands.ts';
import { parseConfigOf, type Command } from './command.ts';
import { helpOf, usage } from './help.ts';

/** The output of the process, and whether it failed. */
export interface Outcome {
  text: string;
  isFailure: boolean;
}

/** Opens the site for the work of a command. */
type Open = <Result>(work: (ctx: Context) => Promise<Result>) => Promise<Result>;

/** Runs the command that these words name. Help needs no site. Throws a StartError for words that it does not understand. */
export async function runCommand(words: string[], open: Open): Promise<Outcome> {
  const command = findCommand(words);
  // Somebody who asks for help gets what they asked for.
  if (!command) return { text: usage(commands), isFailure: !isHelp(words) };
  const { values, positionals } = parse(command, words.slice(command.name.split(' ').length));
  if (values['help']) return { text: helpOf(command), isFailure: false };
  const { parameters = [] } = command;
  const missing = parameters[positionals.length];
  if (missing) throw new StartError(`<${missing}> is missing.\n\n${helpOf(command)}`);
  if (positionals.length > parameters.length)
    throw new StartError(`${positionals.at(-1)} is one word too many.\n\n${helpOf(command)}`);
  const { data, lines } = await open(async (ctx) =>
    command.run(ctx, { arguments: positionals, options: values }),
  );
  return {
    text: values['json'] === true ? JSON.stringify(data, null, 2) : lines.join('\n'),
    isFailure: false,
  };
}

function isHelp(words: string[]): boolean {
  return words.length === 0 || words.some((word) => ['--help', 'help'].includes(word));
}

/** The command whose name these words begin with. */
function findCommand(words: string[]): Command | undefined {
  return commands.find(({ name }) => {
    const parts = name.split(' ');
    return words.slice(0, parts.length).join(' ') === name;
  });
}

function parse(command: Command, args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: parseConfigOf(command),
      allowPositionals: true,
    });
    return { values: values as Record<string, string | boolean | undefined>, positionals };
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n\n${helpOf(command)}`);
  }
}
