import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Window } from '../http/paging.ts';
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

/** Ids of the posts and comments a person likes or keeps and may see, newest first. */
export async function listReacted(
  ctx: Context,
  table: 'likes' | 'bookmarks',
  userId: string,
  page: Window<ReactionPlace>,
): Promise<ReactionPlace[]> {
  const after = page.after
    ? sql`and (reaction.created_at, reaction.post_id) < (${page.after.at}::timestamptz, ${page.after.id}::uuid)`
    : sql``;
  const { rows } = await sql<ReactionPlace>`
    select reaction.post_id as id, reaction.created_at::text as at
    from ${sql.table(table)} as reaction join posts on posts.id = reaction.post_id
    where reaction.user_id = ${userId} ${after}
      and posts.deleted_at is null and ${visibleTo(userId, 'posts')}
    order by reaction.created_at desc, reaction.post_id desc
    limit ${page.limit} offset ${page.offset}`.execute(ctx.db);
  return rows;
}
