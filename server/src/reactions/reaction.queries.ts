import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { countDoing, uncountDoing } from '../posts/post.queries.ts';
import { visibleTo } from '../posts/visibility.ts';

/** Takes a like or bookmark away if it is there, else makes one; true when it is there afterwards. */
export async function toggleReaction(
  ctx: Context,
  table: 'likes' | 'bookmarks',
  userId: string,
  { id: postId, author_id: ownerId }: { id: string; author_id: string },
): Promise<boolean> {
  const removed = await ctx.db
    .deleteFrom(table)
    .where('user_id', '=', userId)
    .where('post_id', '=', postId)
    .returning('post_id')
    .execute();
  const isOn = removed.length === 0;
  if (isOn) await ctx.db.insertInto(table).values({ user_id: userId, post_id: postId }).execute();
  if (table === 'likes' && isOn)
    await countDoing(ctx, postId, 'like_count', { by: userId, ownerId });
  if (table === 'likes' && !isOn) await uncountDoing(ctx, postId, 'like_count');
  return isOn;
}

export async function countLikes(ctx: Context, postId: string): Promise<number> {
  const row = await ctx.db
    .selectFrom('post_stats')
    .select('like_count')
    .where('post_id', '=', postId)
    .executeTakeFirst();
  return row?.like_count ?? 0;
}

/** Ids of the newest bookmarks of posts that are there to be seen. */
export async function newestBookmarks(
  ctx: Context,
  userId: string,
  limit: number,
): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('bookmarks')
    .innerJoin('posts', 'posts.id', 'bookmarks.post_id')
    .select('bookmarks.post_id')
    .where('bookmarks.user_id', '=', userId)
    .where('posts.deleted_at', 'is', null)
    .where(visibleTo(userId, 'posts'))
    .orderBy('bookmarks.created_at', 'desc')
    .orderBy('bookmarks.post_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.post_id);
}

/** Where a list of reactions goes on: after this post, liked or kept then. */
export interface ReactionPlace {
  at: string;
  id: string;
}

/** Before the first, the newest. */
export const beforeAll: ReactionPlace = {
  at: 'infinity',
  id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

/** Ids of the posts and comments a person likes or keeps, newest first, also of those that are hidden by now. */
export async function listReacted(
  ctx: Context,
  table: 'likes' | 'bookmarks',
  userId: string,
  { at, id }: ReactionPlace,
  limit: number,
): Promise<ReactionPlace[]> {
  const { rows } = await sql<ReactionPlace>`
    select post_id as id, created_at::text as at from ${sql.table(table)}
    where user_id = ${userId} and (created_at, post_id) < (${at}::timestamptz, ${id}::uuid)
    order by created_at desc, post_id desc limit ${limit}`.execute(ctx.db);
  return rows;
}
