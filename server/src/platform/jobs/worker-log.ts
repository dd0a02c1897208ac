import { Logger } from 'graphile-worker';
import type { Logger as PinoLogger } from 'pino';
import { withoutAddresses } from '../log.ts';

/** Passes the worker's log to Roost's log. Leaves out the payloads of jobs, and email addresses in their errors. */
export function workerLog(log: PinoLogger): Logger {
  return new Logger(() => (level, text) => {
    const message = withoutAddresses(text);
    if (level === 'error') log.error({ message }, 'jobs');
    else if (level === 'warning') log.warn({ message }, 'jobs');
    else log.debug({ message }, 'jobs');
  });
}
