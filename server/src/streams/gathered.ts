import { setImmediate as turn } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { isUnavailable } from '../db/failures.ts';

/** Keys that are asked for at once, at most. */
const MOST = 200;

interface Gathering<Key, Found> {
  keys: Key[];
  found: Promise<Found>;
}

/**
 * Makes one question of what is asked within one turn of the event loop, for whomever: something that happens is told
 * to several people, and much happens at once. Everybody gets the whole answer; where there is none for all, each asks
 * alone, so that what fails for one fails for nobody else.
 */
export function gathered<Key, Found>(
  load: (ctx: Context, keys: Key[]) => Promise<Found>,
): (ctx: Context, keys: readonly Key[]) => Promise<Found> {
  const open = new WeakMap<Context['db'], Gathering<Key, Found>>();
  return async (ctx, keys) => {
    const known = open.get(ctx.db);
    const gathering = known && known.keys.length + keys.length <= MOST ? known : begin(ctx);
    gathering.keys.push(...keys);
    return gathering.found.catch(async (error: unknown) => {
      if (isUnavailable(error)) throw error;
      return load(ctx, [...keys]);
    });
  };

  function begin(ctx: Context): Gathering<Key, Found> {
    const keys: Key[] = [];
    const found = turn().then(async () => {
      if (open.get(ctx.db)?.keys === keys) open.delete(ctx.db);
      return load(ctx, keys);
    });
    const gathering = { keys, found };
    open.set(ctx.db, gathering);
    return gathering;
  }
}
