import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../kernel/context.ts';
import { MAX_ID } from '../platform/database/id-bounds.ts';
import { one, type Row } from '../platform/database/query.ts';
import { idList, joinedText, partsOf } from './feed.queries.ts';

/** A post or repost in a feed. */
export interface FeedPost {
  id: string;
  /** The person who posted or reposted it. */
  authorId: string;
  repostOfId: string | null;
}

/** The columns of a public post with the number of its engagers. */
export const publicPost = { id: 'uuid', authorId: 'uuid', engagers: 'int4' } as const;
export type PublicPost = Row<typeof publicPost>;

/** Selects the newest `limit` posts with ids between `after` and `before`. */
export interface LookBackWindow {
  before?: string | null;
  after: string;
  limit: number;
}

/** A selection of posts: `post_id`, `author_id` and `repost_of_id`. */
export type PostSelection = RawBuilder<unknown>;

/** Selects the posts and reposts of these authors. An index-only scan answers it. */
export function postsByAuthors(
  authorIds: readonly string[],
  { before = null, after, limit }: LookBackWindow,
): PostSelection {
  return sql`
    select post_id, author_id, repost_of_id from author_posts
    where author_id = any(${idList(authorIds)}) and kind <> 'comment' and post_id > ${after}::uuid
      and post_id < ${before ?? MAX_ID}
    order by post_id desc limit ${limit}::int`;
}

/**
 * Selects the newest posts of a stored timeline, own posts, and those of `others` by people whom the reader follows. It leaves
 * out authors whom the reader no longer follows. All rows have the reader's key. It looks up the follows by the authors found,
 * because PostgreSQL would read all follows of the reader for an `exists`.
 */
export function timelinePosts(
  userId: string,
  others: readonly FeedPost[],
  limit: number,
): PostSelection {
  return sql`
    with found as materialized (
      (select post_id, author_id, repost_of_id from timelines
        where user_id = ${userId} order by post_id desc limit ${limit}::int)
      union
      (select post_id, author_id, repost_of_id from author_posts
        where author_id = ${userId} and kind <> 'comment' order by post_id desc limit ${limit}::int)
      union
      select * from unnest(${idList(others.map(({ id }) => id))}, ${idList(others.map(({ authorId }) => authorId))},
        ${others.map(({ repostOfId }) => repostOfId)}::uuid[])
    )
    select post_id, author_id, repost_of_id from found
    where author_id = ${userId}
      or author_id = any(array(
        select followee_id from follows where follower_id = ${userId} and followee_id = any(array(select author_id from found))))
    order by post_id desc limit ${limit}::int`;
}

/** Joins a selection into one row. `feedPostsFrom` reads it. */
export function joinedPosts(selection: PostSelection): RawBuilder<unknown> {
  return sql`
    select string_agg(post_id::text || author_id::text || coalesce(repost_of_id::text, ''), ',' order by post_id desc) as found
    from (${selection}) as newest`;
}

/** The characters of an id. */
export const ID_LENGTH = 36;

/** Splits a text into posts. Each part is a post id and an author id, and for a repost the id of its original. */
export function feedPostsFrom(text: string | null | undefined): FeedPost[] {
  return partsOf(text).map((part) => ({
    id: part.slice(0, ID_LENGTH),
    authorId: part.slice(ID_LENGTH, 2 * ID_LENGTH),
    repostOfId: part.slice(2 * ID_LENGTH) || null,
  }));
}

/** Lists the posts of a selection, newest first. */
export async function listPosts(ctx: Context, selection: PostSelection): Promise<FeedPost[]> {
  const row = await one(ctx.db.reads, joinedText, joinedPosts(selection));
  return feedPostsFrom(row?.found);
}
