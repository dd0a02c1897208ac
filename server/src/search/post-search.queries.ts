import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../kernel/context.ts';
import { one, rows, type Row } from '../platform/database/query.ts';
import { isVisibleTo, relationshipTables } from '../posts/visibility.ts';
import { mutedBy } from '../relations/mutes/mute.queries.ts';
import { isListedFor } from '../users/limited-user.queries.ts';
import type { PostTerms } from './post-terms.ts';
import { intersectPostingLists, micros } from './posting-list.queries.ts';

/** The number of matches that are ranked against each other. Older matches form the next slice. */
export const SLICE_SIZE = 100;
/** The candidates of the first read for each missing match, because the viewer may not see some of them. */
const CANDIDATES_PER_MATCH = 1.3;
/** Each further read of candidates and of posting lists is this many times larger. */
const GROWTH_FACTOR = 4;
/** The segments whose posting lists the first read takes. */
const SEGMENTS_IN_FIRST_READ = 8;

const match = {
  id: 'uuid',
  number: 'int8',
  /** The time of the post, in microseconds since 1970. */
  written: 'int8',
  /** How many milestones of engagement (3, 10, 40, 160 …) the post had reached at the start of the search. */
  milestones: 'int4',
} as const;
/** A post that matches and that the viewer may see. */
export type Match = Row<typeof match>;

/** A range of post numbers, both ends included. */
export interface NumberRange {
  top: number;
  bottom: number;
}

export const ALL_POSTS: NumberRange = { top: Number.MAX_SAFE_INTEGER, bottom: 1 };

interface PostSearch {
  viewerId: string;
  terms: PostTerms;
  /** The start of the search, in microseconds since 1970, or null if it starts now. Engagement after it does not count. */
  since: number | null;
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
 * Finds at most `limit` of the newest matches in a range that the viewer may see, newest first. Takes candidates from the
 * posting lists, and reads these and the posts that are not listed yet. The statement that reads them filters by visibility, so
 * hidden posts never displace visible ones. Also returns the start of the search. Queries all shards.
 */
export async function findMatches(
  ctx: Context,
  { viewerId, terms, since: start }: PostSearch,
  { top, bottom }: NumberRange,
  limit: number,
): Promise<{ found: Match[]; since: number }> {
  const found: Match[] = [];
  let batch = await intersectPostingLists(
    ctx,
    terms.words,
    { top, bottom },
    SEGMENTS_IN_FIRST_READ,
  );
  const since = start ?? batch.now;
  let size = Math.ceil(CANDIDATES_PER_MATCH * limit);
  // The first read also has the posts that are not listed yet.
  let newer: RawBuilder<unknown>[] = [
    sql`select * from post_search where number between ${Math.max(bottom, batch.listed + 1)} and ${top}`,
  ];
  for (let segments = SEGMENTS_IN_FIRST_READ; ;) {
    const numbers = take(batch.candidates, size);
    const listed = sql`select * from post_search where number = any(${numbers}::bigint[])`;
    const posts = numbers.length > 0 ? [listed, ...newer] : newer;
    newer = [];
    if (posts.length > 0) {
      const search = { viewerId, terms, since };
      found.push(...(await readMatches(ctx, search, posts, limit - found.length)));
    }
    if (found.length >= limit) break;
    if (numbers.length === size) {
      size *= GROWTH_FACTOR;
      continue;
    }
    if (batch.next < bottom) break;
    segments *= GROWTH_FACTOR;
    batch = await intersectPostingLists(ctx, terms.words, { top: batch.next, bottom }, segments);
  }
  return { found, since };
}

function take(numbers: Iterator<number, void>, count: number): number[] {
  const taken: number[] = [];
  for (let next = numbers.next(); !next.done; next = numbers.next()) {
    taken.push(next.value);
    if (taken.length === count) break;
  }
  return taken;
}

/** Reads the newest of these posts that match, that the viewer may see and does not mute, newest first. */
async function readMatches(
  ctx: Context,
  { viewerId, terms, since }: PostSearch,
  posts: RawBuilder<unknown>[],
  limit: number,
): Promise<Match[]> {
  return rows(
    ctx.db.reads,
    match,
    sql`with ${relationshipTables(viewerId)}, ${mutedBy(viewerId)}
      select post_id as id, number, ${micros(sql`created_at`)} as written,
        case when popular_since is null then 0
          else width_bucket(to_timestamp(${since}::float8 / 1000000), popular_since || milestones) end as milestones
      from (
        select * from (${sql.join(posts, sql` union all `)}) as post
        where words @@ ${terms.query}::tsquery and ${isVisibleTo(viewerId)}
          and author_id not in (select id from muted)
          and ${isListedFor(viewerId, sql`author_id`)}
        order by number desc limit ${limit}
      ) as read
      left join post_stats using (post_id)
      order by number desc`,
  );
}
