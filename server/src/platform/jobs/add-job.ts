import type { Context } from '../../kernel/context.ts';
import { addJobRows } from './job.queries.ts';
import type { Job } from './job.ts';

/**
 * When a job runs. `at` is the earliest moment. A job with a `key` replaces a waiting job with the same key. Jobs with a smaller
 * `priority` come first. The default is 0.
 */
interface When {
  at?: Date;
  key?: string;
  priority?: number;
}

interface Replacing {
  /** Whether a job takes over the moment of the waiting job that it replaces. */
  keepsTime?: boolean;
}

interface NewJob<Payload> extends When {
  payload: Payload;
}

/** Adds a job within the transaction of `ctx`, so it runs after the commit or never. It continues the trace of the running request. */
export async function addJob<Payload>(
  ctx: Pick<Context, 'db' | 'traces'>,
  job: Job<Payload>,
  payload: NoInfer<Payload>,
  { keepsTime = false, ...when }: When & Replacing = {},
): Promise<void> {
  await addJobs(ctx, job, [{ payload, ...when }], { keepsTime });
}

/** Adds jobs of one kind in one statement, as `addJob` does. Of several with the same key, it adds only the last. */
export async function addJobs<Payload>(
  ctx: Pick<Context, 'db' | 'traces'>,
  { name, queue, attempts }: Job<Payload>,
  jobs: readonly NewJob<NoInfer<Payload>>[],
  { keepsTime = false }: Replacing = {},
): Promise<void> {
  const traceparent = ctx.traces?.current();
  // Jobs without a key have an object of their own as their key here.
  const newest = new Map(jobs.map((job) => [job.key ?? job, job]));
  // In one order, so that nodes that replace the same jobs do not wait for each other in a circle.
  const rows = [...newest.values()].toSorted(byKey).map(({ payload, ...when }) => ({
    payload: traceparent ? { ...payload, traceparent } : payload,
    ...when,
  }));
  if (rows.length === 0) return;
  await addJobRows(ctx, name, rows, {
    ...(queue !== undefined && { queue }),
    ...(attempts !== undefined && { attempts }),
    keepsTime,
  });
}

const byKey = ({ key: one = '' }: When, { key: other = '' }: When) =>
  one < other ? -1 : Number(one > other);
