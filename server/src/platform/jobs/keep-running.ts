import { EventEmitter, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { run, type RunnerOptions, type WorkerEvents } from 'graphile-worker';
import type { Pool } from 'pg';
import type { JobLease } from './job-lease.ts';
import { unlockJobsOf } from './job.queries.ts';

/** The delay before the next try to start a run after a lost database ended the last one. */
const RESTART_DELAY_MS = 1_000;
/** How long a run may still write results after its last job has ended. */
const FINAL_WRITES_MS = 3_000;

/** A run of the worker. It ends after `stop`, or by itself if it loses the database. */
interface Run {
  /** Its name in the rows of the jobs that it has locked. */
  holder: string;
  stop(): void;
  /** Never rejects. The worker's log has the reason of the end. */
  ended: Promise<void>;
}

/** Runs jobs until stopped. If a run ends by itself, a new run continues its jobs. */
export async function keepRunning(
  options: RunnerOptions & { pgPool: Pool },
  lease: Pick<JobLease, 'assertOpen' | 'keep' | 'drop'>,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let current = await launch(options, lease);
  const next = async ({ holder }: Run): Promise<Run | null> => {
    while (!signal.aborted) {
      await wait(RESTART_DELAY_MS, undefined, { signal }).catch(() => {});
      if (signal.aborted) break;
      const started = await unlockJobsOf(options.pgPool, [holder])
        .then(async () => launch(options, lease))
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
      lease.drop(one.holder);
    }
  };
  const watching = watch();
  return {
    async stop() {
      stopping.abort();
      current.stop();
      await watching;
      // A result that was not written would lock its queue for hours. If this fails too, the next start unlocks it.
      await unlockJobsOf(options.pgPool, [current.holder]).catch(() => {});
    },
  };
}

async function launch(
  options: RunnerOptions,
  lease: Pick<JobLease, 'assertOpen' | 'keep'>,
): Promise<Run> {
  // Other nodes would take this run for gone.
  lease.assertOpen();
  const events: WorkerEvents = new EventEmitter();
  let holder = '';
  events.once('pool:create', ({ workerPool }) => {
    holder = workerPool.id;
    lease.keep(holder);
  });
  // A run may never resolve if one result fails to write during the write of another one. In graphile-worker 0.18
  // batch() counts that failure twice. The shutdown events still come when no job is running.
  const isAtRest = Promise.race([
    once(events, 'pool:gracefulShutdown:complete'),
    once(events, 'pool:forcefulShutdown:complete'),
    once(events, 'pool:forcefulShutdown:error'),
  ]);
  const runner = await run({ ...options, events });
  const over = new AbortController();
  const ended = runner.promise.then(
    () => over.abort(),
    () => over.abort(),
  );
  const shutDownSilently = isAtRest
    .then(async () => wait(FINAL_WRITES_MS, undefined, { signal: over.signal }))
    .catch(() => {});
  return {
    holder,
    // It rejects if the run has already ended by itself.
    stop: () => void runner.stop().catch(() => {}),
    ended: Promise.race([ended, shutDownSilently]),
  };
}
