import type { Context } from '../../kernel/context.ts';

/** A repeated mute changes nothing. */
export async function insertThreadMute(ctx: Context, userId: string, rootId: string) {
  await ctx.db
    .insertInto('muted_threads')
    .values({ user_id: userId, root_id: rootId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteThreadMute(ctx: Context, userId: string, rootId: string) {
  await ctx.db
    .deleteFrom('muted_threads')
    .where('user_id', '=', userId)
    .where('root_id', '=', rootId)
    .execute();
}

export async function isThreadMuted(ctx: Context, userId: string, rootId: string) {
  const found = await ctx.db.reads
    .selectFrom('muted_threads')
    .select('root_id')
    .where('user_id', '=', userId)
    .where('root_id', '=', rootId)
    .executeTakeFirst();
  return found !== undefined;
}
