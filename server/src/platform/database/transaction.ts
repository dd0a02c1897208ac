import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../../kernel/context.ts';
import type { EmittedEvent, EventType } from '../../kernel/events.ts';
import { isRetryable } from './failures.ts';

const MAX_ATTEMPTS = 5;

/**
 * Runs `work` in one transaction, or in the one that is open already. Listeners inside the transaction run before the commit,
 * all others after it. A deadlock or serialisation failure runs `work` again, so `work` may change only the database.
 */
export async function transaction<C extends Context, T>(
  ctx: C,
  work: (tx: C) => Promise<T>,
): Promise<T> {
  return delivering(ctx, work, async (pending) =>
    ctx.db.inTransaction(async (db) => {
      const tx = { ...ctx, db, pending };
      const done = await work(tx);
      await ctx.events.react(tx, pending);
      return done;
    }),
  );
}

/**
 * Runs `work` without opening a transaction, because its single statement is one. Delivers the events after it. Listeners inside
 * the transaction run only if `work` joins an open one.
 */
export async function inOneStatement<C extends Context, T>(
  ctx: C,
  work: (tx: C) => Promise<T>,
): Promise<T> {
  return delivering(ctx, work, async (pending) => work({ ...ctx, pending }));
}

async function delivering<C extends Context, T>(
  ctx: C,
  join: (tx: C) => Promise<T>,
  run: (pending: EmittedEvent[]) => Promise<T>,
): Promise<T> {
  if (ctx.pending) return join(ctx);
  for (let attempt = 1; ; attempt += 1) {
    const pending: EmittedEvent[] = [];
    try {
      const result = await run(pending);
      await ctx.events.deliver(pending);
      return result;
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isRetryable(error)) throw error;
      await wait(Math.random() * 20 * 2 ** attempt);
    }
  }
}

/** Adds an event to the open transaction. It is delivered after the commit. */
export function emit<Payload>(
  tx: Pick<Context, 'pending'>,
  type: EventType<Payload>,
  payload: NoInfer<Payload>,
): void {
  if (!tx.pending) throw new Error(`emit('${type.name}') outside a transaction`);
  tx.pending.push({ type, payload });
}
