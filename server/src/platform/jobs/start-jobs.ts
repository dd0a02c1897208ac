import type { JobHelpers, TaskList } from 'graphile-worker';
import type { Config } from '../../kernel/config.ts';
import type { Context } from '../../kernel/context.ts';
import { openPool } from '../database/connection/pool.ts';
import { inBackground } from '../database/in-background.ts';
import { logHang } from '../database/connection/hang-detector.ts';
import { JobLease } from './job-lease.ts';
import { unlockAllJobs } from './job.queries.ts';
import { addJobGauges, measureJob } from './job-metrics.ts';
import { workerPools, type BoundJob, type Job } from './job.ts';
import { keepRunning } from './keep-running.ts';
import { sweepJobs } from './sweep-jobs.ts';
import { deleteJobsNaming } from './vendor-stored-jobs.ts';
import { traceJob } from './trace-job.ts';
import { workerLog } from './worker-log.ts';

const CONCURRENT_JOBS_PER_POOL = 2;
/** Pushes mostly wait for their services. */
const CONCURRENT_PUSHES = 6;
const SWEEP_CRON = '47 * * * * deleteFailedJobs';
/** Shared by all pools. Each pool listens on one connection and queries on others. */
const MAX_CONNECTIONS = 9;

/** Runs jobs until stopped, also after lost database connections. Retries a failed handler with growing delays. */
export async function startJobs(
  ctx: Context,
  adminUrl: string,
  jobs: readonly BoundJob[],
  leaseOptions: { searchIntervalMs?: number; graceSeconds?: number } = {},
): Promise<{ stop(): Promise<void> }> {
  const onError = (error: Error) => ctx.log.warn({ err: error }, 'jobs: database connection lost');
  const onHang = logHang(ctx.log, 'jobs: database');
  const pgPool = openPool({ url: adminUrl, size: MAX_CONNECTIONS, onError, onHang });
  const names = jobs.map(({ job }) => job.name);
  ctx.metrics.addPool('jobs', pgPool);
  ctx.metrics.jobsRun.expect(names);
  ctx.metrics.jobsFailed.expect(names);
  addJobGauges(ctx.metrics, pgPool, names);
  // No other process uses the embedded database. Without this, the jobs of a killed process would wait for hours.
  const { databaseUrl, worker } = ctx.config;
  if (worker ? worker.isDatabaseOurs : databaseUrl === null) await unlockAllJobs(ctx);
  const lease = await JobLease.open({ url: adminUrl, log: ctx.log, ...leaseOptions });
  const running = await Promise.all(
    workerPools.map(async (pool) => {
      const own = jobs.filter(({ job }) => job.pool === pool);
      const sweepsJobs = pool === 'upkeep';
      return keepRunning(
        {
          pgPool,
          concurrency: pool === 'push' ? CONCURRENT_PUSHES : CONCURRENT_JOBS_PER_POOL,
          noHandleSignals: true,
          pollInterval: 2_000,
          crontab: [
            ...own.flatMap(({ job }) => cronLine(job, ctx.config)),
            ...(sweepsJobs ? [SWEEP_CRON] : []),
          ].join('\n'),
          taskList: {
            ...tasksOf(ctx, own),
            ...(sweepsJobs && { deleteFailedJobs: async (_, helpers) => sweepJobs(helpers) }),
          },
          logger: workerLog(ctx.log),
          // Without batches, a result that cannot be written would be an unhandled rejection.
          preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
        },
        lease,
      );
    }),
  );
  return {
    async stop() {
      await Promise.all(running.map(async (pool) => pool.stop()));
      await lease.close();
      await pgPool.end();
    },
  };
}

function cronLine(
  { name, cron: schedule, queue, attempts }: Job<unknown>,
  config: Config,
): string[] {
  const cron = typeof schedule === 'function' ? schedule(config) : schedule;
  if (cron === undefined) return [];
  const options = new URLSearchParams();
  if (attempts !== undefined) options.set('max', String(attempts));
  if (queue !== undefined) options.set('queue', queue);
  return [options.size > 0 ? `${cron} ${name} ?${options.toString()}` : `${cron} ${name}`];
}

function tasksOf(ctx: Context, jobs: readonly BoundJob[]): TaskList {
  return Object.fromEntries(
    jobs.map(({ job: { name }, run }) => [
      name,
      async (stored: unknown, helpers: JobHelpers) => {
        const { traceparent, ...payload } = stored as { traceparent?: string };
        const work = async () =>
          run(inBackground(ctx), payload as never, {
            isLast: helpers.job.attempts >= helpers.job.max_attempts,
            // Only the owner of the job tables may delete jobs.
            jobs: { deleteNaming: async (texts) => deleteJobsNaming(helpers, texts) },
          });
        return measureJob(ctx.metrics, name, async () =>
          traceJob(ctx.traces, { name, traceparent, attempt: helpers.job.attempts }, work),
        );
      },
    ]),
  );
}
