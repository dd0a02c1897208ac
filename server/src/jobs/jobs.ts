import type { JobHelpers } from 'graphile-worker';
import type { Context } from '../context.ts';
import { openPool } from '../db/client.ts';
import { addJobRow, freeHeldJobs, type JobOptions } from './job.queries.ts';
import { keepRunning } from './keep-running.ts';
import { workerLog } from './worker-log.ts';

/** Every job there is, with what it is told. */
export interface Jobs {
  sendPasswordReset: { email: string };
  sweep: Record<string, never>;
  sweepOrphans: Record<string, never>;
  deleteMediaFiles: { ids: string[] };
  finishVideo: { id: string };
  rankHashtags: Record<string, never>;
  rankPopular: Record<string, never>;
  spreadLeftOver: Record<string, never>;
  backfillIndex: Record<string, never>;
  handlePaymentEvent: { id: string };
  reconcilePayments: { all?: boolean; report?: string };
  checkSubscription: { provider: string; id: string };
  endPremium: { userId: string };
  sendReceipt: { paymentId: string };
  deliverSandboxEvent: { id: string; type: string; subscription: string };
}

export type JobHandlers = {
  [Name in keyof Jobs]: (ctx: Context, payload: Jobs[Name], turn: Turn) => Promise<void>;
};

export interface Turn {
  /** Whether it is not tried again should it fail. */
  isLast: boolean;
}

/** Those that take long come one after the other, so that mails need not wait; and give up soon. */
const options: Partial<Record<keyof Jobs, Partial<JobOptions>>> = {
  finishVideo: { queue: 'video', attempts: 3 },
  rankHashtags: { queue: 'trending', attempts: 1 },
  rankPopular: { queue: 'popular', attempts: 1 },
  spreadLeftOver: { queue: 'timelines', attempts: 1 },
  backfillIndex: { queue: 'index' },
  reconcilePayments: { queue: 'payments', attempts: 1 },
};

/**
 * Adds a job as part of the transaction `ctx` is in: it runs after the commit, or never. `at`: not before then;
 * `insteadOf`: in the place of one that was added with the same word and hasn't run.
 */
export async function addJob<Name extends keyof Jobs>(
  ctx: Pick<Context, 'db'>,
  name: Name,
  payload: Jobs[Name],
  when: { at?: Date; insteadOf?: string } = {},
): Promise<void> {
  await addJobRow(ctx, name, payload, { ...options[name], ...when });
}

/** Runs jobs until stopped, through whatever the database does. A handler that throws is tried again, later each time. */
export async function startJobs(
  ctx: Context,
  adminUrl: string,
  handlers: JobHandlers,
): Promise<{ stop(): Promise<void> }> {
  const onError = (error: Error) => ctx.log.warn({ err: error }, 'jobs: database connection lost');
  const pgPool = openPool({ url: adminUrl, size: 4, onError });
  // With a database of our own nobody else can be at work; what we held when we were killed would wait for hours.
  const { databaseUrl, worker } = ctx.config;
  if (worker ? worker.isDatabaseOurs : databaseUrl === null) await freeHeldJobs(ctx);
  const running = await keepRunning({
    pgPool,
    concurrency: 2,
    noHandleSignals: true,
    pollInterval: 2_000,
    crontab:
      '17 * * * * sweep\n29 * * * * reconcilePayments ?max=1&queue=payments\n41 3 * * * sweepOrphans\n* * * * * rankHashtags ?max=1&queue=trending\n* * * * * rankPopular ?max=1&queue=popular\n* * * * * spreadLeftOver ?max=1&queue=timelines',
    taskList: tasksOf(ctx, handlers),
    logger: workerLog(ctx.log),
    // One by one, an end that can't be written down would be a rejection that nobody hears.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  return {
    async stop() {
      await running.stop();
      await pgPool.end();
    },
  };
}

function tasksOf(ctx: Context, handlers: JobHandlers) {
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [
      name,
      async (payload: unknown, { job }: JobHelpers) =>
        (handler as (ctx: Context, payload: unknown, turn: Turn) => Promise<void>)(ctx, payload, {
          isLast: job.attempts >= job.max_attempts,
        }),
    ]),
  );
}
