import { Logger } from 'graphile-worker';
import type { Logger as PinoLogger } from 'pino';

/** Passes the worker's log to Roost's log. Leaves out the payloads of jobs. */
export function workerLog(log: PinoLogger): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error({ message }, 'jobs');
    else if (level === 'warning') log.warn({ message }, 'jobs');
    else log.debug({ message }, 'jobs');
  });
}
