import { sql, type RawBuilder } from 'kysely';
import type { FeedTab } from '@roost/contract/posts';
import type { Context } from '../context.ts';

/** Of those one does not want to see, so many are left out before posts are chosen; the rule looks at all. */
const MOST_BLOCKED = 500;

/** A list of ids as one parameter, written as PostgreSQL writes it: thousands cost next to nothing. */
export function idList(ids: Iterable<string>): RawBuilder<string[]> {
  return sql<string[]>`${`{${[...ids].join(',')}}`}::uuid[]`;
}

/** Comes from one row with a text that holds many: rows of their own would cost more than finding them. */
export function partsOf(text: string | null | undefined): string[] {
  return text ? text.split(',') : [];
}

interface ReaderRow {
  followed: string | null;
  fresh: string | null;
  blocked: string | null;
  followedCount: number;
  seen: Buffer | null;
  reach: number | null;
  closeIds: string | null;
  closeScores: string | null;
  closeAt: Date | null;
  isKept: boolean;
  visitId: string | null;
  startedAt: Date | null;
  isFull: boolean | null;
  list: Buffer | null;
  originals: Buffer | null;
}

/**
 * What is known of somebody who reads, in one statement: whom they follow, `most` at most, and block; and the visit
 * another process may have begun, `since` then.
 */
export async function findReader(
  ctx: Context,
  userId: string,
  { most, tab, since }: { most: number; tab: FeedTab; since: Date },
): Promise<ReaderRow | undefined> {
  const { rows } = await sql<ReaderRow>`
    select
      (select string_agg(followee_id::text, ',') from (
        select followee_id from follows where follower_id = ${userId} limit ${most}::int) as newest) as followed,
      (select string_agg(followee_id::text, ',') from follows
        where follower_id = ${userId} and created_at > reader.followed_until and not is_kept) as fresh,
      (select string_agg(blocked_id::text, ',') from (
        select blocked_id from blocks where blocker_id = ${userId} limit ${MOST_BLOCKED}::int) as newest) as blocked,
      following_count as "followedCount", reader.seen, reader.reach::float8 as reach,
      array_to_string(reader.close_ids, ',') as "closeIds", array_to_string(reader.close_scores, ',') as "closeScores",
      reader.close_at as "closeAt", reader.kept_since is not null as "isKept",
      visit.visit_id as "visitId", visit.started_at as "startedAt", visit.is_full as "isFull", visit.list, visit.originals
    from user_stats
    left join feed_readers as reader on reader.user_id = user_stats.user_id
    left join feed_visits as visit on visit.user_id = user_stats.user_id and visit.tab = ${tab}::text
      and visit.started_at > ${since}
    where user_stats.user_id = ${userId}`.execute(ctx.db);
  return rows[0];
}

/** A post or repost, by whoever posted or reposted it. */
export interface Pulled {
  id: string;
  authorId: string;
  repostOfId: string | null;
}

const ID = 36;

/** Each of `parts` is two ids, or three where the last is what is reposted. */
function pulledFrom(text: string | null | undefined): Pulled[] {
  return partsOf(text).map((part) => ({
    id: part.slice(0, ID),
    authorId: part.slice(ID, 2 * ID),
    repostOfId: part.slice(2 * ID) || null,
  }));
}

interface Stretch {
  before?: string | null;
  after: string;
  limit: number;
}

/** One row: the newest posts and reposts of these people, older than `before` and newer than `after`; from an index alone. */
function pulled(authorIds: readonly string[], { before = null, after, limit }: Stretch) {
  return sql`
    select string_agg(post_id::text || author_id::text || coalesce(repost_of_id::text, ''), ',' order by post_id desc) as found
    from (
      select post_id, author_id, repost_of_id from author_posts
      where author_id = any(${idList(authorIds)}) and kind <> 'comment' and post_id > ${after}::uuid
        and post_id < coalesce(${before}::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
      order by post_id desc limit ${limit}::int) as newest`;
}

/** One row: posts made after that which these people like, with how many of them do; comments are among them. */
function liked(userIds: readonly string[], { after, limit }: Stretch) {
  return sql`
    select string_agg(post_id::text || likers, ',') as found
    from (
      select post_id, count(*) as likers from likes
      where user_id = any(${idList(userIds)}) and post_id > ${after}::uuid
      group by post_id order by post_id desc limit ${limit}::int) as liked`;
}

interface Found {
  found: string | null;
}

/** The newest posts and reposts of these people. */
export async function pullPosts(
  ctx: Context,
  authorIds: readonly string[],
  stretch: Stretch,
): Promise<Pulled[]> {
  if (authorIds.length === 0) return [];
  const { rows } = await pulled(authorIds, stretch).$castTo<Found>().execute(ctx.db);
  return pulledFrom(rows[0]?.found);
}

/** The same, and what others like: each a batch of its own keys, together one statement. */
export async function pullAndLiked(
  ctx: Context,
  authorIds: readonly string[],
  stretch: Stretch,
  likers: readonly string[],
  lately: Stretch,
): Promise<{ posts: Pulled[]; liked: Map<string, number> }> {
  const { rows } = await sql<{ pulled: string | null; liked: string | null }>`
    with pulled as materialized (${pulled(authorIds, stretch)}), liked as materialized (${liked(likers, lately)})
    select pulled.found as pulled, liked.found as liked from pulled cross join liked`.execute(
    ctx.db,
  );
  return { posts: pulledFrom(rows[0]?.pulled), liked: likedFrom(rows[0]?.liked) };
}

export async function findLiked(
  ctx: Context,
  userIds: readonly string[],
  lately: Stretch,
): Promise<Map<string, number>> {
  const { rows } = await liked(userIds, lately).$castTo<Found>().execute(ctx.db);
  return likedFrom(rows[0]?.found);
}

function likedFrom(text: string | null | undefined): Map<string, number> {
  return new Map(partsOf(text).map((part) => [part.slice(0, ID), Number(part.slice(ID))]));
}

/** The newest a timeline holds, and of what its reader posted themself. */
export async function readTimeline(ctx: Context, userId: string, limit: number): Promise<Pulled[]> {
  const { rows } = await sql<{ found: string | null }>`
    select string_agg(post_id::text || author_id::text || coalesce(repost_of_id::text, ''), ',' order by post_id desc) as found
    from (
      (select post_id, author_id, repost_of_id from timelines
        where user_id = ${userId} order by post_id desc limit ${limit}::int)
      union all
      (select post_id, author_id, repost_of_id from author_posts
        where author_id = ${userId} and kind <> 'comment' order by post_id desc limit ${limit}::int)
    ) as newest`.execute(ctx.db);
  return pulledFrom(rows[0]?.found);
}

/** Those of these people that somebody follows. */
export async function findFollowed(
  ctx: Context,
  userId: string,
  ids: Iterable<string>,
): Promise<Set<string>> {
  const { rows } = await sql<{ found: string | null }>`
    select string_agg(followee_id::text, ',') as found from follows
    where follower_id = ${userId} and followee_id = any(${idList(ids)})`.execute(ctx.db);
  return new Set(partsOf(rows[0]?.found));
}

export async function listFollowed(ctx: Context, userId: string): Promise<string[]> {
  const { rows } = await sql<{ found: string | null }>`
    select string_agg(followee_id::text, ',') as found from follows where follower_id = ${userId}`.execute(
    ctx.db,
  );
  return partsOf(rows[0]?.found);
}

export interface Drawn {
  people: number;
  /** Of what might be shown to a stranger: a public post, and no comment. */
  authorId: string | null;
}

/** How many people `known` drew, where there were any; and whose the `unknown` are, where a stranger may see them. */
export async function findDrawn(
  ctx: Context,
  known: readonly string[],
  unknown: readonly string[],
): Promise<Map<string, Drawn>> {
  const { rows } = await sql<{ found: string | null }>`
    select string_agg(post_id::text || coalesce(author_id::text, ${'-'.repeat(ID)}::text) || people_count, ',') as found
    from (
      select post_id, null::uuid as author_id, people_count from post_stats
      where post_id = any(${idList(known)}) and people_count > 0
      union all
      select post_id, author_id, people_count from post_stats join posts on posts.id = post_stats.post_id
      where post_stats.post_id = any(${idList(unknown)}) and posts.parent_id is null and posts.repost_of_id is null
        and posts.deleted_at is null and posts.visibility = 'public') as drawn`.execute(ctx.db);
  return new Map(
    partsOf(rows[0]?.found).map((part) => {
      const authorId = part.slice(ID, 2 * ID);
      return [
        part.slice(0, ID),
        {
          people: Number(part.slice(2 * ID)),
          authorId: authorId.startsWith('-') ? null : authorId,
        },
      ];
    }),
  );
}

/** The newest public posts of all, with how many people each drew, of all shards; a process asks once in a while. */
export async function findNewestPublic(ctx: Context, limit: number): Promise<NewestPost[]> {
  const { rows } = await sql<NewestPost>`
    select id, author_id as "authorId", coalesce(people_count, 0) as people
    from posts left join post_stats on post_id = id
    where parent_id is null and repost_of_id is null and deleted_at is null and visibility = 'public'
    order by id desc limit ${limit}::int /* by the clock */`.execute(ctx.db);
  return rows;
}

export interface NewestPost {
  id: string;
  authorId: string;
  people: number;
}

/** Public posts by time, of all shards: for who has read a whole list and goes on. */
export async function listPublic(ctx: Context, before: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from posts
    where parent_id is null and repost_of_id is null and deleted_at is null and visibility = 'public'
      and id < ${before}::uuid
    order by id desc limit ${limit}::int`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

/** What is not public of those somebody follows, and of their own also reposts, between two ids. */
export async function listClosed(
  ctx: Context,
  userId: string,
  followed: readonly string[],
  { before, after, limit }: { before: string; after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select post_id as id from author_posts
    where author_id = any(${idList([userId, ...followed])}) and post_id < ${before}::uuid and post_id > ${after}::uuid
      and kind <> 'comment'
      and (visibility = 'followers' and repost_of_id is null or author_id = ${userId} and repost_of_id is not null)
    order by post_id desc limit ${limit}::int`.execute(ctx.db);
  return rows.map(({ id }) => id);
}
