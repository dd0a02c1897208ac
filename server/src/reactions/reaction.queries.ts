import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Context } from '../kernel/context.ts';
import { MAX_ID } from '../platform/database/id-bounds.ts';
import { one, rows } from '../platform/database/query.ts';
import { popularityThresholds } from '../posts/engagement.queries.ts';

const toggledLike = {
  is_liked: 'bool?',
  new_count: 'int4?',
  author: 'uuid?',
  author_seq: 'int8?',
} as const;

export interface ToggledLike {
  isLiked: boolean;
  count: number;
  authorId: string;
  /** The number of the new entry in the author's event log. Null if there is none. */
  authorSeq: number | null;
  /** The id of the author's notification, if the post is liked now. */
  notificationId: string;
}

/**
 * Likes a post that the person may see, or removes the like. It also changes the count and the author's notification. Returns null
 * if the post is deleted.
 */
export async function toggleLikeRow(
  ctx: Context,
  userId: string,
  postId: string,
): Promise<ToggledLike | null> {
  const notificationId = newId();
  const found = await one(
    ctx.db,
    toggledLike,
    sql`select * from toggle_like(${userId}, ${postId}, ${notificationId}, ${popularityThresholds})`,
  );
  if (!found || found.is_liked === null || !found.author) return null;
  return {
    isLiked: found.is_liked,
    count: found.new_count ?? 0,
    authorId: found.author,
    authorSeq: found.author_seq,
    notificationId,
  };
}

/** Bookmarks a post that the person may see, or removes the bookmark. Returns null if the post is deleted. */
export async function toggleBookmarkRow(
  ctx: Context,
  userId: string,
  postId: string,
): Promise<boolean | null> {
  const found = await one(
    ctx.db,
    { is_bookmarked: 'bool?' },
    sql`select toggle_bookmark(${userId}, ${postId}) as is_bookmarked`,
  );
  return found?.is_bookmarked ?? null;
}

/** The position of a like or bookmark in its list: the time of the reaction and the post's id. */
export interface ReactionPosition {
  at: string;
  id: string;
}

/** The position before the newest reaction. */
export const startPosition: ReactionPosition = {
  at: 'infinity',
  id: MAX_ID,
};

/** Lists the posts and comments that a person liked or bookmarked, the latest reaction first. Hidden posts are included. */
export async function listReacted(
  ctx: Context,
  table: 'likes' | 'bookmarks',
  userId: string,
  { at, id }: ReactionPosition,
  limit: number,
): Promise<ReactionPosition[]> {
  return rows(
    ctx.db.reads,
    { id: 'uuid', at: 'text' },
    sql`select post_id as id, created_at::text as at from ${sql.table(table)}
      where user_id = ${userId} and (created_at, post_id) < (${at}::timestamptz, ${id}::uuid)
      order by created_at desc, post_id desc limit ${limit}`,
  );
}
