import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../domain-events.ts';
import { pipelined } from './client.ts';
import { isRetryable } from './failures.ts';

const ATTEMPTS = 5;

/**
 * Runs `work` in one transaction, joining the one already open if there is one. Who takes part in what it emits does
 * so before the commit; everybody else is told after it. A deadlock or serialisation failure runs it again, so `work` must change nothing but the
 * database.
 */
export async function transaction<C extends Context, T>(
  ctx: C,
  work: (tx: C) => Promise<T>,
): Promise<T> {
  return delivering(ctx, work, async (pending) =>
    ctx.db.transaction().execute(async (open) => {
      const tx = { ...ctx, db: await pipelined(open), pending };
      const done = await work(tx);
      await ctx.events.settle(tx, pending);
      return done;
    }),
  );
}

/**
 * The same for `work` that writes in a single statement, which is a transaction by itself: nobody can take part in what it
 * emits, unless it joins one that is open.
 */
export async function atOnce<C extends Context, T>(
  ctx: C,
  work: (tx: C) => Promise<T>,
): Promise<T> {
  return delivering(ctx, work, async (pending) => work({ ...ctx, pending }));
}

async function delivering<C extends Context, T>(
  ctx: C,
  join: (tx: C) => Promise<T>,
  run: (pending: DomainEvent[]) => Promise<T>,
): Promise<T> {
  if (ctx.pending) return join(ctx);
  for (let attempt = 1; ; attempt += 1) {
    const pending: DomainEvent[] = [];
    try {
      const result = await run(pending);
      await deliver(ctx, pending);
      return result;
    } catch (error) {
      if (attempt === ATTEMPTS || !isRetryable(error)) throw error;
      await wait(Math.random() * 20 * 2 ** attempt);
    }
  }
}

/** What is committed is done: a listener that fails must not make it look undone, nor keep it from the others. */
async function deliver(ctx: Context, events: DomainEvent[]): Promise<void> {
  const failed = (event: DomainEvent, error: unknown) =>
    ctx.log.error({ err: error, event: event.name }, 'event not delivered');
  for (const event of events) {
    try {
      ctx.events.deliver(event);
    } catch (error) {
      failed(event, error);
    }
  }
  for (const event of events) {
    const finishing = ctx.events.finish(event);
    if (finishing) await finishing.catch((error: unknown) => failed(event, error));
  }
}

/** Records an event of the open transaction; it is delivered once that is committed. */
export function emit(tx: Pick<Context, 'pending'>, event: DomainEvent): void {
  if (!tx.pending) throw new Error(`emit('${event.name}') outside a transaction`);
  tx.pending.push(event);
}
