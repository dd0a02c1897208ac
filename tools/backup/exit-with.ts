import { StartError } from '../../server/src/config/start-error.ts';

/** Runs a command, prints what it returns, and ends this process. An error that the operator can fix is one line. */
export async function exitWith(command: () => Promise<string>, usage: string): Promise<never> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => process.exit(130));
  try {
    console.log(await command());
    process.exit(0);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof StartError) console.error(message);
    else if (code?.startsWith('ERR_PARSE_ARGS')) console.error(`${message}\n${usage}`);
    else console.error(error);
    process.exit(1);
  }
}
