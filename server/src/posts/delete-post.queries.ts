import { sql } from 'kysely';
import type { Context } from '../kernel/context.ts';
import type { PostRecord } from '../platform/database/tables.ts';
import { deleteFromIndex } from './search-index/search-index.queries.ts';
import { deleteFromThread } from './comments/thread.queries.ts';
import { uncountEngagement } from './engagement.queries.ts';
import { unpin } from './pins/pin.queries.ts';
import { movePostCounts, postColumnNames } from './post.queries.ts';
import { isPostThereFor } from './visibility.ts';

/**
 * Empties a post and deletes its likes, bookmarks, reposts and index entries. Its comments stay. Returns false if the post
 * was deleted before.
 */
export async function deletePostRows(ctx: Context, post: PostRecord): Promise<boolean> {
  const emptied = await emptyPost(ctx, post.id);
  if (!emptied) return false;
  await ctx.db.deleteFrom('likes').where('post_id', '=', post.id).execute();
  await ctx.db.deleteFrom('bookmarks').where('post_id', '=', post.id).execute();
  if (!post.parent_id) await deleteFromIndex(ctx, post.id);
  await ctx.db.deleteFrom('post_engagers').where('post_id', '=', post.id).execute();
  const reposts = await deleteReposts(ctx, post.id);
  await ctx.db
    .deleteFrom('author_posts')
    .where('author_id', '=', post.author_id)
    .where('post_id', '=', post.id)
    .execute();
  await unpin(ctx, post.author_id, post.id);
  // The comments stay, and so does their count: a thread may still show the post as a deleted parent.
  await ctx.db
    .updateTable('post_stats')
    .set({ like_count: 0, repost_count: 0, engager_count: 0, popular_since: null, milestones: [] })
    .where('post_id', '=', post.id)
    .execute();
  if (post.root_id && post.parent_id) {
    if (emptied.is_counted) await uncountEngagement(ctx, post.parent_id, 'comment_count');
    await deleteFromThread(ctx, post.root_id, post.id);
  }
  await movePostCounts(ctx, post.parent_id ? reposts : [...reposts, post], -1);
  return true;
}

async function emptyPost(ctx: Context, id: string): Promise<{ is_counted: boolean } | undefined> {
  return ctx.db
    .updateTable('posts')
    .set({
      content: '',
      hashtags: [],
      mentions: [],
      media_ids: [],
      deleted_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('is_counted')
    .executeTakeFirst();
}

/** Deletes all reposts of a post, on all shards. */
async function deleteReposts(ctx: Context, postId: string) {
  const reposts = await ctx.db
    .deleteFrom('posts')
    .where('repost_of_id', '=', postId)
    .returning(['author_id', 'visibility'])
    .execute();
  const authors = reposts.map(({ author_id }) => author_id);
  if (authors.length === 0) return reposts;
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
  return ctx.db.reads
    .selectFrom('posts')
    .select(postColumnNames)
    .where('id', '=', id)
    .where('author_id', '=', authorId)
    .where(isPostThereFor(authorId))
    .executeTakeFirst();
}

export async function findAuthorId(ctx: Context, id: string): Promise<string | undefined> {
  const row = await ctx.db.reads
    .selectFrom('posts')
    .select('author_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.author_id;
}

/** Deletes a repost. Returns false if there was none. */
export async function deleteRepost(
  ctx: Context,
  userId: string,
  originalId: string,
): Promise<boolean> {
  const row = await ctx.db
    .deleteFrom('author_posts')
    .where('author_id', '=', userId)
    .where('repost_of_id', '=', originalId)
    .returning(['author_id', 'post_id', 'visibility'])
    .executeTakeFirst();
  if (!row) return false;
  const deleted = await ctx.db
    .deleteFrom('posts')
    .where('id', '=', row.post_id)
    .returning('is_counted')
    .executeTakeFirst();
  if (deleted?.is_counted) await uncountEngagement(ctx, originalId, 'repost_count');
  await movePostCounts(ctx, [row], -1);
  return true;
}
