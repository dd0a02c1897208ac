import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../kernel/context.ts';
import { MAX_ID } from '../platform/database/max-id.ts';
import { one } from '../platform/database/query.ts';

/** Passes ids as one array literal. So thousands of ids cost next to nothing to bind. */
export function idList(ids: Iterable<string>): RawBuilder<string[]> {
  return sql<string[]>`${`{${[...ids].join(',')}}`}::uuid[]`;
}

/** Splits a text of values that `string_agg` joined. One such row is cheaper than one row for each value. */
export function partsOf(text: string | null | undefined): string[] {
  return text ? text.split(',') : [];
}

/** A post or repost in a feed. */
export interface FeedPost {
  id: string;
  /** The person who posted or reposted it. */
  authorId: string;
  repostOfId: string | null;
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

/** Selects the newest `limit` posts with ids between `after` and `before`. */
export interface LookBackWindow {
  before?: string | null;
  after: string;
  limit: number;
}

/** Selects the posts and reposts of these authors in one row, newest first. An index-only scan answers it. */
export function postsByAuthors(
  authorIds: readonly string[],
  { before = null, after, limit }: LookBackWindow,
) {
  return sql`
    select string_agg(post_id::text || author_id::text || coalesce(repost_of_id::text, ''), ',' order by post_id desc) as found
    from (
      select post_id, author_id, repost_of_id from author_posts
      where author_id = any(${idList(authorIds)}) and kind <> 'comment' and post_id > ${after}::uuid
        and post_id < ${before ?? MAX_ID}
      order by post_id desc limit ${limit}::int) as newest`;
}

/** The result of a statement that joins all values into one text. */
export const joinedText = { found: 'text?' } as const;

/** Lists the posts and reposts of these authors, newest first. */
export async function listPostsByAuthors(
  ctx: Context,
  authorIds: readonly string[],
  window: LookBackWindow,
): Promise<FeedPost[]> {
  if (authorIds.length === 0) return [];
  const row = await one(ctx.db.reads, joinedText, postsByAuthors(authorIds, window));
  return feedPostsFrom(row?.found);
}

/** Returns the ids among `ids` that the person follows. */
export async function findFollowedAmong(
  ctx: Context,
  userId: string,
  ids: Iterable<string>,
): Promise<Set<string>> {
  const row = await one(
    ctx.db.reads,
    joinedText,
    sql`select string_agg(followee_id::text, ',') as found from follows
      where follower_id = ${userId} and followee_id = any(${idList(ids)})`,
  );
  return new Set(partsOf(row?.found));
}

/** Lists the ids of all people that the person follows. */
export async function listFollowedIds(ctx: Context, userId: string): Promise<string[]> {
  const row = await one(
    ctx.db.reads,
    joinedText,
    sql`select string_agg(followee_id::text, ',') as found from follows where follower_id = ${userId}`,
  );
  return partsOf(row?.found);
}
