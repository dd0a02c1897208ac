// Does for the operator what needs no browser: `npm run admin -- <command>`. Works beside a running server.
import { AppError } from '@roost/contract/errors';
import { StartError } from '../../server/src/config/start-error.ts';
import { withOperatorContext } from './operator-context.ts';
import { runCommand } from './run-command.ts';

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => process.exit(130));

try {
  const { text, isFailure } = await runCommand(process.argv.slice(2), withOperatorContext);
  console.log(text);
  if (isFailure) process.exitCode = 1;
} catch (error) {
  const isExpected = error instanceof StartError || error instanceof AppError;
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
}
