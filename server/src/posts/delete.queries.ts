import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { postColumns } from '../db/tables/posts.ts';
import type { PostRecord } from '../db/tables.ts';
import { deleteFromIndex } from '../indexing/index.queries.ts';
import { movePostsCounts, uncountDoing } from './post.queries.ts';
import { deleteFromThread } from './thread.queries.ts';

/** Empties a post and takes away all that hung on it but its comments. False when it was gone already. */
export async function deletePostRows(ctx: Context, post: PostRecord): Promise<boolean> {
  const emptied = await ctx.db
    .updateTable('posts')
    .set({
      content: '',
      hashtags: [],
      mentions: [],
      media_ids: [],
      deleted_at: sql<Date>`now()`,
    })
    .where('id', '=', post.id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute();
  if (emptied.length === 0) return false;
  await ctx.db.deleteFrom('likes').where('post_id', '=', post.id).execute();
  await ctx.db.deleteFrom('bookmarks').where('post_id', '=', post.id).execute();
  if (!post.parent_id) await deleteFromIndex(ctx, post.id);
  await ctx.db.deleteFrom('post_people').where('post_id', '=', post.id).execute();
  const reposts = await deleteReposts(ctx, post.id);
  await ctx.db
    .deleteFrom('author_posts')
    .where('author_id', '=', post.author_id)
    .where('post_id', '=', post.id)
    .execute();
  // Comments stay, and with them their count, should the post be shown as the deleted parent it is.
  await ctx.db
    .updateTable('post_stats')
    .set({ like_count: 0, repost_count: 0, people_count: 0, popular_since: null, milestones: [] })
    .where('post_id', '=', post.id)
    .execute();
  if (post.root_id && post.parent_id) {
    await uncountDoing(ctx, post.parent_id, 'comment_count');
    await deleteFromThread(ctx, post.root_id, post.id);
  }
  await movePostsCounts(ctx, post.parent_id ? reposts : [...reposts, post], -1);
  return true;
}

/** Those of everybody; on all shards. */
async function deleteReposts(ctx: Context, postId: string) {
  const reposts = await ctx.db
    .deleteFrom('posts')
    .where('repost_of_id', '=', postId)
    .returning(['author_id', 'visibility'])
    .execute();
  const authors = reposts.map(({ author_id }) => author_id);
  await ctx.db
    .deleteFrom('author_posts')
    .where('author_id', '=', sql<string>`any(${authors}::uuid[])`)
    .where('repost_of_id', '=', postId)
    .execute();
  return reposts;
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
