import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../kernel/context.ts';
import { one, rows, type Row } from '../platform/database/query.ts';
import { POSTS_PER_SEGMENT } from '../posts/search-index/posting-lists.queries.ts';
import { isVisibleTo, relationshipTables } from '../posts/visibility.ts';
import type { PostTerms } from './post-terms.ts';

/** The number of matches that are ranked against each other. Older matches form the next slice. */
export const SLICE_SIZE = 100;
/** The first look into the posting lists reads this many segments. Each further look reads four times as many. */
const FIRST_SEGMENTS = 2;
const GROWTH = 4;
/** A list with so many times the posts of the shortest one is not read. To check the posts of the shortest costs less. */
const MAX_LENGTH_RATIO = 16;

/** A post that matches and that the viewer may see. */
export interface Match {
  id: string;
  number: number;
  /** The time of the post, in microseconds. */
  written: number;
}

/** A range of post numbers, both ends included. */
export interface NumberRange {
  top: number;
  bottom: number;
}

export const ALL_POSTS: NumberRange = { top: Number.MAX_SAFE_INTEGER, bottom: 1 };

const micros = (time: RawBuilder<unknown>) => sql`(extract(epoch from ${time}) * 1000000)::bigint`;

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
): Promise<NumberRange> {
  const atOrAbove = (id: string | null) =>
    sql`(select number from post_search where post_id >= ${id}::uuid order by post_id limit 1)`;
  const range = await one(
    ctx.db.reads,
    { top: 'int8', bottom: 'int8' },
    sql`select coalesce(
          (select number from post_search where post_id <= ${top}::uuid order by post_id desc limit 1),
          ${atOrAbove(below)} - 1, (select max(number) from post_search), 0) as top,
        coalesce(${atOrAbove(bottom)}, 1) as bottom`,
  );
  return range ?? { top: 0, bottom: 1 };
}

/**
 * Finds at most `limit` of the newest matches in a range that the viewer may see, newest first. First it reads the posts that the
 * posting lists do not have yet. Then it takes candidates from the lists and reads these. Every statement filters by visibility,
 * so hidden posts never displace visible ones. Also returns the time of the database's clock. Queries all shards.
 */
export async function findMatches(
  ctx: Context,
  viewerId: string,
  { query, words }: PostTerms,
  { top, bottom }: NumberRange,
  limit: number,
): Promise<{ found: Match[]; now: number }> {
  const newest = sql`number between greatest(${bottom}, (select listed + 1 from lists)) and ${top}`;
  const { found, listed, now } = await readMatches(ctx, viewerId, query, newest, limit);
  let next = Math.min(top, listed);
  for (let count = FIRST_SEGMENTS; found.length < limit && next >= bottom; count *= GROWTH) {
    const last = Math.floor(next / POSTS_PER_SEGMENT);
    const first = Math.max(0, last - count + 1);
    const segments = Array.from({ length: last - first + 1 }, (_, n) => first + n);
    const candidates = (await findCandidates(ctx, words, segments)).filter(
      (number) => number >= bottom && number <= next,
    );
    let at = 0;
    for (let size = 2 * limit; at < candidates.length && found.length < limit; size *= GROWTH) {
      const some = sql`number = any(${candidates.slice(at, at + size)}::bigint[])`;
      const more = await readMatches(ctx, viewerId, query, some, limit - found.length);
      found.push(...more.found);
      at += size;
    }
    next = first * POSTS_PER_SEGMENT - 1;
  }
  return { found, now };
}

/** Reads the newest of these posts that match and that the viewer may see. `listed` is the last post in the posting lists. */
async function readMatches(
  ctx: Context,
  viewerId: string,
  query: string,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<{ found: Match[]; listed: number; now: number }> {
  const read = await rows(
    ctx.db.reads,
    { id: 'uuid?', number: 'int8?', written: 'int8?', listed: 'int8', now: 'int8' },
    sql`with ${relationshipTables(viewerId)}, lists as (
        select number as listed, ${micros(sql`now()`)} as now from posting_lists_end
      ), found as (
        select post_id as id, number, ${micros(sql`created_at`)} as written
        from post_search
        where ${condition} and words @@ ${query}::tsquery and ${isVisibleTo(viewerId)}
        order by number desc limit ${limit}
      )
      select id, number, written, listed, now from lists left join found on true order by number desc`,
  );
  const found = read.flatMap(({ id, number, written }) =>
    id === null || number === null || written === null ? [] : [{ id, number, written }],
  );
  return { found, listed: read[0]?.listed ?? 0, now: read[0]?.now ?? 0 };
}

/** Finds the numbers of posts that may have all words, newest first, by the posting lists of these segments. */
async function findCandidates(
  ctx: Context,
  words: PostTerms['words'],
  segments: number[],
): Promise<number[]> {
  // One part for each range of words. A join with all ranges would read whole segments.
  const parts = words.flatMap((ranges, nth) =>
    ranges.map(
      (range) => sql`select segment, ${sql.lit(nth)} as nth, posts from posting_lists
        where segment = any(${segments}::int[]) and word between ${range.first} and ${range.last}`,
    ),
  );
  const found = await rows(
    ctx.db.reads,
    { segment: 'int4', lists: 'bytea[]' },
    sql`with found as (
        select segment, string_agg(posts, '') as list from (${sql.join(parts, sql` union all `)}) as part group by segment, nth
      ), measured as (
        select segment, list, min(length(list)) over (partition by segment) as shortest from found
      )
      select segment, array_agg(list) filter (where length(list) <= ${MAX_LENGTH_RATIO} * shortest) as lists
      from measured group by segment having count(*) = ${words.length} order by segment desc`,
  );
  return found.flatMap(({ segment, lists }) => numbersIn(segment, lists));
}

/** The numbers of the posts that are in all lists of a segment, newest first. */
function numbersIn(segment: number, lists: Buffer[]): number[] {
  /** For each post, the number of lists that have it. */
  const counts = new Uint16Array(POSTS_PER_SEGMENT);
  lists.forEach((list, nth) => {
    for (let at = 0; at < list.length; at += 2) {
      const offset = list.readUInt16BE(at);
      if (counts[offset] === nth) counts[offset] = nth + 1;
    }
  });
  const numbers: number[] = [];
  for (let offset = POSTS_PER_SEGMENT - 1; offset >= 0; offset -= 1)
    if (counts[offset] === lists.length) numbers.push(segment * POSTS_PER_SEGMENT + offset);
  return numbers;
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
