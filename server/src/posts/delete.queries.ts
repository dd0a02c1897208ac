import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { postColumns } from '../db/tables/posts.ts';
import type { PostRecord } from '../db/tables.ts';
import { deleteFromIndex } from '../indexing/index.queries.ts';
import { movePostsCounts, moveStat } from './post.queries.ts';

/** Empties a post and takes away all that hung on it but its comments. False when it was gone already. */
export async function deletePostRows(ctx: Context, post: PostRecord): Promise<boolean> {
  const emptied = await ctx.db
    .updateTable('posts')
    .set({ content: '', hashtags: [], mentions: [], deleted_at: sql<Date>`now()` })
    .where('id', '=', post.id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute();
  if (emptied.length === 0) return false;
  await ctx.db.deleteFrom('likes').where('post_id', '=', post.id).execute();
  await ctx.db.deleteFrom('bookmarks').where('post_id', '=', post.id).execute();
  if (!post.parent_id) await deleteFromIndex(ctx, post.id);
  const reposts = await ctx.db
    .deleteFrom('posts')
    .where('repost_of_id', '=', post.id)
    .returning(['author_id', 'visibility'])
    .execute();
  // Comments stay, and with them their count, should the post be shown as the deleted parent it is.
  await ctx.db
    .updateTable('post_stats')
    .set({ like_count: 0, repost_count: 0, popular_since: null, milestones: [] })
    .where('post_id', '=', post.id)
    .execute();
  if (post.parent_id) await moveStat(ctx, post.parent_id, 'comment_count', -1);
  await movePostsCounts(ctx, post.parent_id ? reposts : [...reposts, post], -1);
  return true;
}

export async function findOwnPost(
  ctx: Context,
  authorId: string,
  id: string,
): Promise<PostRecord | undefined> {
  return ctx.db
    .selectFrom('posts')
    .select(postColumns)
    .where('id', '=', id)
    .where('author_id', '=', authorId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export async function findAuthorId(ctx: Context, id: string): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('posts')
    .select('author_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.author_id;
}
