import type { Context } from '../../kernel/context.ts';

/** Pins a post of this person. It replaces the one pinned before. */
export async function pin(ctx: Context, userId: string, postId: string): Promise<void> {
  await ctx.db
    .updateTable('users')
    .set({ pinned_post_id: postId })
    .where('id', '=', userId)
    .execute();
}

/** Changes nothing if another post is pinned, or none. */
export async function unpin(ctx: Context, userId: string, postId: string): Promise<void> {
  await ctx.db
    .updateTable('users')
    .set({ pinned_post_id: null })
    .where('id', '=', userId)
    .where('pinned_post_id', '=', postId)
    .execute();
}
