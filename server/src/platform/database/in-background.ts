import type { Context } from '../../kernel/context.ts';

/** Returns the context for work that belongs to no request: jobs, timers, and caches that fill again after a time. */
export function inBackground<C extends Context>(ctx: C): C {
  return { ...ctx, db: ctx.db.inBackground };
}
