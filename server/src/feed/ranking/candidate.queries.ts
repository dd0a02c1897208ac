import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { one } from '../../platform/database/query.ts';
import {
  feedPostsFrom,
  joinedText,
  ID_LENGTH,
  idList,
  partsOf,
  postsByAuthors,
  type FeedPost,
  type LookBackWindow,
} from '../feed.queries.ts';

/** Selects the newest posts that these people like, with the number of likers, in one row. Comments are included. */
function postsLikedBy(userIds: readonly string[], { after, limit }: LookBackWindow) {
  return sql`
    select string_agg(post_id::text || likers, ',') as found
    from (
      select post_id, count(*) as likers from likes
      where user_id = any(${idList(userIds)}) and post_id > ${after}::uuid
      group by post_id order by post_id desc limit ${limit}::int) as liked`;
}

/** Reads in one statement the posts by these authors and the posts that `likers` like. Likers are counted by post. */
export async function listPostsAndLikedPosts(
  ctx: Context,
  authors: { ids: readonly string[]; window: LookBackWindow },
  likers: { ids: readonly string[]; window: LookBackWindow },
): Promise<{ posts: FeedPost[]; liked: Map<string, number> }> {
  const row = await one(
    ctx.db.reads,
    { pulled: 'text?', liked: 'text?' },
    sql`with pulled as materialized (${postsByAuthors(authors.ids, authors.window)}), liked as materialized (${postsLikedBy(likers.ids, likers.window)})
      select pulled.found as pulled, liked.found as liked from pulled cross join liked`,
  );
  return { posts: feedPostsFrom(row?.pulled), liked: likersFrom(row?.liked) };
}

/** Reads the posts that these people like. Returns the number of likers by post. */
export async function listLikedPosts(
  ctx: Context,
  userIds: readonly string[],
  window: LookBackWindow,
): Promise<Map<string, number>> {
  const row = await one(ctx.db.reads, joinedText, postsLikedBy(userIds, window));
  return likersFrom(row?.found);
}

function likersFrom(text: string | null | undefined): Map<string, number> {
  return new Map(
    partsOf(text).map((part) => [part.slice(0, ID_LENGTH), Number(part.slice(ID_LENGTH))]),
  );
}

export interface Engagement {
  engagers: number;
  /** Null for a post of `known`. */
  authorId: string | null;
}

/**
 * Reads the number of engagers by post. A post of `known` without engagers is left out. A post of `unknown` is left out if it
 * is a comment, a repost, deleted or not public. Otherwise the result has its author.
 */
export async function findEngagement(
  ctx: Context,
  known: readonly string[],
  unknown: readonly string[],
): Promise<Map<string, Engagement>> {
  const row = await one(
    ctx.db.reads,
    joinedText,
    sql`select string_agg(post_id::text || coalesce(author_id::text, ${'-'.repeat(ID_LENGTH)}::text) || engager_count, ',') as found
      from (
        select post_id, null::uuid as author_id, engager_count from post_stats
        where post_id = any(${idList(known)}) and engager_count > 0
        union all
        select post_id, author_id, engager_count from post_stats join posts on posts.id = post_stats.post_id
        where post_stats.post_id = any(${idList(unknown)}) and posts.parent_id is null and posts.repost_of_id is null
          and posts.deleted_at is null and posts.visibility = 'public') as engagement`,
  );
  return new Map(
    partsOf(row?.found).map((part) => {
      const authorId = part.slice(ID_LENGTH, 2 * ID_LENGTH);
      return [
        part.slice(0, ID_LENGTH),
        {
          engagers: Number(part.slice(2 * ID_LENGTH)),
          authorId: authorId.startsWith('-') ? null : authorId,
        },
      ];
    }),
  );
}
