import { Logger } from 'graphile-worker';
import type { Logger as PinoLogger } from 'pino';

/** The queue's own log, as lines of ours: what went wrong, without what every job was told. */
export function workerLog(log: PinoLogger): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error({ message }, 'jobs');
    else if (level === 'warning') log.warn({ message }, 'jobs');
    else log.debug({ message }, 'jobs');
  });
}
