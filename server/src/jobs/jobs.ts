import { run, type Runner } from 'graphile-worker';
import type { Context } from '../context.ts';
import { workerLog } from './worker-log.ts';
import { addJobRow } from './job.queries.ts';

/** Every job there is, with what it is told. */
export interface Jobs {
  sendPasswordReset: { email: string };
  sweep: Record<string, never>;
}

export type JobHandlers = {
  [Name in keyof Jobs]: (ctx: Context, payload: Jobs[Name]) => Promise<void>;
};

/** Adds a job as part of the transaction `ctx` is in: it runs after the commit, or never. */
export async function addJob<Name extends keyof Jobs>(ctx: Context, name: Name, payload: Jobs[Name]): Promise<void> {
  await addJobRow(ctx, name, payload);
}

/** Runs jobs until stopped. A handler that throws is tried again, later each time. */
export async function startJobs(ctx: Context, adminUrl: string, handlers: JobHandlers): Promise<Runner> {
  return run({
    connectionString: adminUrl,
    maxPoolSize: 4,
    concurrency: 2,
    noHandleSignals: true,
    pollInterval: 2_000,
    crontab: '17 * * * * sweep',
    taskList: Object.fromEntries(
      Object.entries(handlers).map(([name, handler]) => [
        name,
        async (payload: unknown) => (handler as (ctx: Context, payload: unknown) => Promise<void>)(ctx, payload),
      ]),
    ),
    logger: workerLog(ctx.log),
  });
}
