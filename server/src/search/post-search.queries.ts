import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../kernel/context.ts';
import { one, rows, type Row } from '../platform/database/query.ts';
import { isVisibleTo, relationshipTables } from '../posts/visibility.ts';

/** The number of matches that are ranked against each other. Older matches form the next slice. */
export const SLICE_SIZE = 100;
/** The first scan reads this many of the newest posts. It finds frequent words without the index. */
const FIRST_SCAN_POSTS = 1_024;
/** The second scan reads at most this many posts. Beyond that the index is cheaper. */
const MAX_SCAN_POSTS = 8_192;
/** With fewer matches than this, a limit to the latest eras of the index saves nothing. */
const MIN_MATCHES_FOR_ERAS = 1_500;
/** The newest posts in which the search counts how frequent each word is. */
const SAMPLE_POSTS = 512;
/** The cost of scanning one post, in entries read from the index. */
const INDEX_ENTRIES_PER_SCANNED_POST = 24;
/** The posts of the last full era and of half an era. The present era has only begun. */
const RECENT_ERAS_POSTS = 98_304;

const match = {
  id: 'uuid',
  number: 'int8',
  /** The time of the post, in microseconds. */
  written: 'int8',
} as const;
/** A post that matches and that the viewer may see. */
export type Match = Row<typeof match>;

/** A range of post numbers, both ends included. */
export interface NumberRange {
  top: number;
  bottom: number | null;
}

const micros = (time: RawBuilder<unknown>) => sql`(extract(epoch from ${time}) * 1000000)::bigint`;

/** Reads the number of the newest post, and the time of the database's clock in microseconds. */
export async function findNewestNumber(ctx: Context): Promise<{ top: number; now: number }> {
  const newest = await one(
    ctx.db.reads,
    { top: 'int8?', now: 'int8' },
    sql`select (select max(number) from post_search) as top, ${micros(sql`now()`)} as now`,
  );
  return { top: newest?.top ?? 0, now: newest?.now ?? 0 };
}

/** The ends of a slice, as post ids. If such a post was deleted, its neighbour replaces it. */
export interface SliceEnds {
  /** The newest post of the slice. */
  top: string | null;
  bottom: string | null;
  /** The slice begins below this post. */
  below: string | null;
}

/** Finds the post numbers of these ends. Ids rise with time, as numbers do. */
export async function findSliceRange(
  ctx: Context,
  { top, bottom, below }: SliceEnds,
): Promise<{ top: number; bottom: number | null }> {
  const atOrAbove = (id: string | null) =>
    sql`(select number from post_search where post_id >= ${id}::uuid order by post_id limit 1)`;
  const range = await one(
    ctx.db.reads,
    { top: 'int8', bottom: 'int8?' },
    sql`select coalesce(
          (select number from post_search where post_id <= ${top}::uuid order by post_id desc limit 1),
          ${atOrAbove(below)} - 1, (select max(number) from post_search), 0) as top,
        ${atOrAbove(bottom)} as bottom`,
  );
  return range ?? { top: 0, bottom: null };
}

/**
 * Finds at most `limit` of the newest matches in a range that the viewer may see, newest first. Scans the newest posts first.
 * Their share of matches decides how to continue: with a longer scan, with the latest eras of the index, or with the whole
 * index. Every statement filters by visibility, so hidden posts never displace visible ones. Queries all shards.
 */
export async function findMatches(
  ctx: Context,
  viewerId: string,
  terms: string[],
  { top, bottom }: NumberRange,
  limit: number,
): Promise<Match[]> {
  const query = terms.join(' & ');
  const found: Match[] = [];
  let next = top;
  const isDone = () => found.length >= limit || (bottom !== null && next < bottom);
  const scan = async (posts: number) => {
    const range = { top: next, bottom: Math.max(next - posts + 1, bottom ?? -Infinity) };
    found.push(...(await scanPosts(ctx, viewerId, query, range, limit - found.length)));
    next = range.bottom - 1;
  };
  await scan(FIRST_SCAN_POSTS);
  if (isDone()) return found;
  const share = found.length / FIRST_SCAN_POSTS;
  const posts = Math.ceil((1.5 * (limit - found.length)) / share);
  if (posts <= MAX_SCAN_POSTS) await scan(posts);
  if (isDone()) return found;
  const rest = { top: next, bottom };
  const missing = limit - found.length;
  const rare = await selectiveTermsOf(ctx, terms, top);
  const expected = share * Math.max(top, FIRST_SCAN_POSTS);
  if (expected > MIN_MATCHES_FOR_ERAS && share * RECENT_ERAS_POSTS > missing) {
    const era = (next >> 16) - 1;
    const indexQuery = `${rare} & ('~16.${era}' | '~16.${era + 1}')`;
    const recent = await queryIndex(ctx, viewerId, { indexQuery, query }, rest, missing);
    if (recent.length === missing) return [...found, ...recent];
  }
  const older = await queryIndex(ctx, viewerId, { indexQuery: rare, query }, rest, missing);
  return [...found, ...older];
}

/**
 * Selects the terms for the index. Leaves out frequent words and prefixes: reading their index entries takes longer than
 * checking the posts that the other terms find. Counts the terms in a sample of the newest posts.
 */
async function selectiveTermsOf(ctx: Context, terms: string[], top: number): Promise<string> {
  if (terms.length === 1) return terms.join('');
  const found = await rows(
    ctx.db.reads,
    { nth: 'int4', count: 'int8' },
    sql`select nth::int, count(*) as count
      from (select words from post_search
        where number between ${opaque(top - SAMPLE_POSTS, 'bigint')} and ${opaque(top, 'bigint')}) as sample
      join unnest(${terms}::tsquery[]) with ordinality as term (query, nth) on ts_match_vq(words, query)
      group by nth`,
  );
  const counts = new Map(found.map(({ nth, count }) => [nth - 1, count]));
  const rarest = Math.max(1, Math.min(...terms.map((_, n) => counts.get(n) ?? 0)));
  const limit = INDEX_ENTRIES_PER_SCANNED_POST * rarest;
  return terms.filter((_, n) => (counts.get(n) ?? 0) <= limit).join(' & ');
}

/**
 * Hides a value from the planner, so that all searches have the same plan. Connections to Citus and through a pooler plan each
 * call with its values (decision 50).
 */
const opaque = (value: unknown, type: 'bigint' | 'tsquery') =>
  sql`(select ${value}::${sql.raw(type)})`;

/** Finds matches in a range by a scan of its posts. */
async function scanPosts(
  ctx: Context,
  viewerId: string,
  query: string,
  { top, bottom }: { top: number; bottom: number },
  limit: number,
): Promise<Match[]> {
  // `ts_match_vq` is the function behind `@@`. PostgreSQL uses no index for it.
  return rows(
    ctx.db.reads,
    match,
    sql`with ${relationshipTables(viewerId)}
      select post_id as id, number, ${micros(sql`created_at`)} as written
      from post_search
      where number between ${opaque(bottom, 'bigint')} and ${opaque(top, 'bigint')}
        and ts_match_vq(words, ${opaque(query, 'tsquery')}) and ${isVisibleTo(viewerId)}
      order by number desc limit ${limit}`,
  );
}

/** Finds the newest matches of `query` in a range. The index finds candidates by `indexQuery`, which may have fewer terms. */
async function queryIndex(
  ctx: Context,
  viewerId: string,
  { indexQuery, query }: { indexQuery: string; query: string },
  { top, bottom }: NumberRange,
  limit: number,
): Promise<Match[]> {
  // `+ 0` prevents the use of the index on numbers. A plan for unknown words would walk that index through all posts.
  return rows(
    ctx.db.reads,
    match,
    sql`with ${relationshipTables(viewerId)}
      select post_id as id, number, ${micros(sql`created_at`)} as written
      from post_search
      where words @@ ${opaque(indexQuery, 'tsquery')} and ts_match_vq(words, ${opaque(query, 'tsquery')})
        and number + 0 <= ${top}
        and (${bottom}::bigint is null or number + 0 >= ${bottom}) and ${isVisibleTo(viewerId)}
      order by number + 0 desc limit ${limit}`,
  );
}

const popularPost = {
  id: 'uuid',
  /** The times when the engagement reached each step (3, 10, 40, 160 …), in microseconds. */
  steps: 'int8[]',
} as const;

/** Finds the popular posts among these, with the times of their steps. */
export async function findPopular(ctx: Context, ids: string[]): Promise<Row<typeof popularPost>[]> {
  return rows(
    ctx.db.reads,
    popularPost,
    sql`select post_id as id, array(select ${micros(sql`step`)} from unnest(popular_since || milestones) as step) as steps
      from post_stats where post_id = any(${ids}::uuid[]) and popular_since is not null`,
  );
}
