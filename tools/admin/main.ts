// Does for the operator what needs no browser: `npm run admin -- <command>`. Works beside a running server.
import { AppError } from '@roost/contract/errors';
import { StartError } from '../../server/src/config/start-error.ts';
import { withOperatorContext } from './operator-context.ts';
import { runCommand } from './run-command.ts';

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => process.exit(130));

// Everything is closed by then. Without the exit, timers of the server's parts would hold the process for half a minute.
process.exit(await main());

/** Returns the exit code. */
async function main(): Promise<number> {
  try {
    const { text, isFailure } = await runCommand(process.argv.slice(2), withOperatorContext);
    console.log(text);
    return Number(isFailure);
  } catch (error) {
    const isExpected = error instanceof StartError || error instanceof AppError;
    console.error(isExpected ? error.message : error);
    return 1;
  }
}
