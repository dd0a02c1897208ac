import type { Context } from '../../kernel/context.ts';
import { addJobRow } from './job.queries.ts';
import type { Job } from './job.ts';

/**
 * Adds a job within the transaction of `ctx`, so it runs after the commit or never. `at` is the earliest moment. A job
 * with a `key` replaces a waiting job with the same key, and with `keepsTime` takes over its moment. Jobs with a smaller `priority`
 * come first. The default is 0. The job continues the trace of the running request.
 */
export async function addJob<Payload>(
  ctx: Pick<Context, 'db' | 'traces'>,
  { name, queue, attempts }: Job<Payload>,
  payload: NoInfer<Payload>,
  when: { at?: Date; key?: string; keepsTime?: boolean; priority?: number } = {},
): Promise<void> {
  const traceparent = ctx.traces?.current();
  await addJobRow(ctx, name, traceparent ? { ...payload, traceparent } : payload, {
    ...(queue !== undefined && { queue }),
    ...(attempts !== undefined && { attempts }),
    ...when,
  });
}
