import { EventEmitter, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { run, type RunnerOptions, type WorkerEvents } from 'graphile-worker';
import type { Pool } from 'pg';
import { freeJobsHeldBy } from './job.queries.ts';

/** Milliseconds between two tries to run jobs again after the database took a run down with it. */
const RESTART_AFTER = 1_000;
/** Milliseconds that are left for writing down the last ends once no job is worked on any more. */
const LAST_ENDS = 3_000;

/** A run of the worker. It ends when told to, or by itself when the database goes away under it. */
interface Run {
  /** Its name in the database, beside the jobs it holds. */
  holder: string;
  stop(): void;
  /** Never rejects: why it ended is in the worker's own log. */
  ended: Promise<void>;
}

/** Runs jobs until stopped: after a run that ended by itself there is a new one, which takes up what that one held. */
export async function keepRunning(
  options: RunnerOptions & { pgPool: Pool },
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let current = await launch(options);
  const next = async ({ holder }: Run): Promise<Run | null> => {
    while (!signal.aborted) {
      await wait(RESTART_AFTER, undefined, { signal }).catch(() => {});
      if (signal.aborted) break;
      const started = await freeJobsHeldBy(options.pgPool, holder)
        .then(async () => launch(options))
        .catch(() => null);
      if (started) return started;
    }
    return null;
  };
  const watch = async (): Promise<void> => {
    for (let one: Run | null = current; one; one = await next(one)) {
      current = one;
      if (signal.aborted) one.stop();
      await one.ended;
    }
  };
  const watching = watch();
  return {
    async stop() {
      stopping.abort();
      current.stop();
      await watching;
      // An end it could not write down would hold its queue for hours. Should this fail too, it is as if killed.
      await freeJobsHeldBy(options.pgPool, current.holder).catch(() => {});
    },
  };
}

async function launch(options: RunnerOptions): Promise<Run> {
  const events: WorkerEvents = new EventEmitter();
  let holder = '';
  events.once('pool:create', ({ workerPool }) => (holder = workerPool.id));
  // A run that failed to write down one end while another was on its way may never say that it is over
  // (graphile-worker 0.18, batch() counts it off twice). That no job is worked on any more it does say.
  const isAtRest = Promise.race([
    once(events, 'pool:gracefulShutdown:complete'),
    once(events, 'pool:forcefulShutdown:complete'),
    once(events, 'pool:forcefulShutdown:error'),
  ]);
  const runner = await run({ ...options, events });
  const over = new AbortController();
  const said = runner.promise.then(
    () => over.abort(),
    () => over.abort(),
  );
  const silent = isAtRest
    .then(async () => wait(LAST_ENDS, undefined, { signal: over.signal }))
    .catch(() => {});
  return {
    holder,
    // It may be down already, by itself.
    stop: () => void runner.stop().catch(() => {}),
    ended: Promise.race([said, silent]),
  };
}
