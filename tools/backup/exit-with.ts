import { StartError } from '../../server/src/config/start-error.ts';

const STOPPED = 130;

/**
 * Runs a command, prints what it returns, and ends this process. An error that the operator can fix is one line. A signal ends it at
 * once. If the command has called `untilStopped`, because it has to clean up, the first signal only aborts what that returned.
 */
export async function exitWith(
  command: (untilStopped: () => AbortSignal) => Promise<string>,
  usage: string,
): Promise<never> {
  let stop: AbortController | undefined;
  const untilStopped = () => (stop ??= new AbortController()).signal;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (!stop || stop.signal.aborted) process.exit(STOPPED);
      stop.abort(new StartError('It was stopped.'));
    });
  try {
    console.log(await command(untilStopped));
    process.exit(0);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof StartError) console.error(message);
    else if (code?.startsWith('ERR_PARSE_ARGS')) console.error(`${message}\n${usage}`);
    else console.error(error);
    process.exit(stop?.signal.aborted ? STOPPED : 1);
  }
}
