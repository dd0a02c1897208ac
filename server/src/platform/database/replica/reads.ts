import type { Context } from '../../../kernel/context.ts';
import { isRetryable, isUnavailable } from '../failures.ts';
import type { LastWrites } from './last-writes.ts';
import type { Replica } from './replica.ts';

interface ReplicaReads {
  replica: Replica;
  writes: LastWrites;
}

declare module '../../../kernel/context.ts' {
  interface Context {
    /** Where reads that may be stale go. Null without a replica. */
    readonly replicaReads: ReplicaReads | null;
  }
}

/**
 * Returns the context for candidate queries. It reads from the replica if the request may. Use it only for ids that go
 * through `presentPosts` or `presentUsers` in the usual context. These read the primary, so a recent deletion or block counts
 * although the replica does not have it yet.
 */
export function forCandidates<C extends Context>(ctx: C): C {
  // Only the transaction itself sees its changes.
  return ctx.candidates && !ctx.pending ? { ...ctx, db: ctx.candidates } : ctx;
}

/** Lets this request find candidates on the replica, if the replica has all writes of this person. */
export async function withReplicaReads<C extends Context>(ctx: C, userId: string): Promise<C> {
  if (!ctx.replicaReads) return ctx;
  const { replica, writes } = ctx.replicaReads;
  if (!replica.has(0) || !replica.has(await writes.of(userId))) return ctx;
  return { ...ctx, candidates: replica.db };
}

/** Repeats a failed read with the primary only, if it used the replica. Use it only for work that changes nothing. */
export async function withPrimaryInstead<T>(
  ctx: Context,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  if (!ctx.candidates) return work(ctx);
  try {
    return await work(ctx);
  } catch (error) {
    if (!isUnavailable(error) && !isRetryable(error)) throw error;
    ctx.replicaReads?.replica.suspend();
    const { candidates: _, ...others } = ctx;
    return work(others);
  }
}

/** Notes a person's write, so that their later reads show it. */
export async function noteWrite({ replicaReads }: Context, userId: string): Promise<void> {
  if (replicaReads) await replicaReads.writes.note(userId, replicaReads.replica.now());
}
