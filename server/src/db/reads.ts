import type { Context } from '../context.ts';
import { isRetryable, isUnavailable } from './failures.ts';
import type { LastWrites } from './last-writes.ts';
import type { Replica } from './replica.ts';

/** Where reads that may be a moment old go; null where there is no replica. */
export interface OldReads {
  replica: Replica;
  writes: LastWrites;
}

/**
 * The context to look for **candidates** in: on the replica, where the request may read there. Only for ids that are shown
 * by `viewPosts` or `viewUsers` in the usual context afterwards: these judge by what is true now, on the primary, so nothing
 * deleted, blocked or closed a moment ago is shown because a replica has not heard of it.
 */
export function forCandidates<C extends Context>(ctx: C): C {
  // What was begun in a transaction is seen there alone.
  return ctx.candidates && !ctx.pending ? { ...ctx, db: ctx.candidates } : ctx;
}

/** Lets this request look for candidates on the replica, if that has all this person has written. */
export async function withOldReads<C extends Context>(ctx: C, userId: string): Promise<C> {
  if (!ctx.oldReads) return ctx;
  const { replica, writes } = ctx.oldReads;
  if (!replica.has(0) || !replica.has(await writes.of(userId))) return ctx;
  return { ...ctx, candidates: replica.db };
}

/** Does it once more with the primary alone where the replica fails in the midst of it; only for what changes nothing. */
export async function withPrimaryInstead<T>(
  ctx: Context,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  const { candidates, ...others } = ctx;
  if (!candidates) return work(ctx);
  try {
    return await work(ctx);
  } catch (error) {
    if (!isUnavailable(error) && !isRetryable(error)) throw error;
    ctx.oldReads?.replica.doubt();
    return work(others);
  }
}

/** Notes that somebody changed something; what they read from now on shows it. */
export async function noteWrite({ oldReads }: Context, userId: string): Promise<void> {
  if (oldReads) await oldReads.writes.note(userId, oldReads.replica.now());
}
