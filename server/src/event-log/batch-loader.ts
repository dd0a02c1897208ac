import type { Context } from '../kernel/context.ts';
import { Batcher } from '../lib/batcher.ts';
import { isUnavailable } from '../platform/database/failures.ts';

const MAX_KEYS_PER_BATCH = 200;

/**
 * Joins all loads of one turn of the event loop into one. One event often goes to several people, and several events often
 * come at once. Each caller gets the whole result. If the joined load fails, each caller loads alone. So keys that fail
 * for one caller fail for no other.
 */
export function batchLoader<Key, Result>(
  load: (ctx: Context, keys: Key[]) => Promise<Result>,
): (ctx: Context, keys: readonly Key[]) => Promise<Result> {
  const batchers = new WeakMap<Context['db'], Batcher<Key[], Context, Result>>();
  return async (ctx, keys) => {
    const batcher = batchers.get(ctx.db) ?? addBatcher(ctx.db);
    const size = (batcher.openBatch?.length ?? 0) + keys.length;
    if (size > MAX_KEYS_PER_BATCH) void batcher.flush();
    const { batch, result } = batcher.collect(ctx);
    batch.push(...keys);
    return result.catch(async (error: unknown) => {
      if (isUnavailable(error)) throw error;
      return load(ctx, [...keys]);
    });
  };

  function addBatcher(db: Context['db']): Batcher<Key[], Context, Result> {
    const run = async (keys: Key[], ctx: Context) => load(ctx, keys);
    const batcher = new Batcher<Key[], Context, Result>({ empty: () => [], run });
    batchers.set(db, batcher);
    return batcher;
  }
}
