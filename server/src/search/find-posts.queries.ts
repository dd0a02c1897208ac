import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../context.ts';
import { meantFor, visibleTo } from '../posts/visibility.ts';

/** How many of the newest matches are ranked against each other; those after them are the next slice. */
export const SLICE = 300;
/** Posts looked through one by one before the index is asked: what most posts say is found among these. */
const NEWEST = 4_096;
/** Matches of one look-up, should a word have been everywhere for a while; only such as are for the viewer. */
const MOST_MATCHES = 20_000;
/** Seconds that a step in what a post drew (3, 10, 40, 160 …) lifts it above newer ones. */
const LIFT = 86_400;

/**
 * Which matches are ranked together. Its ends are told by posts and never by their numbers, which would tell how many
 * posts there are that the viewer may not see; where one is deleted, its neighbour among all posts stands for it.
 */
export interface SlicePlace {
  /** Its newest post, once known. */
  top: string | null;
  /** Its oldest, once known: what is followed or written meanwhile does not move its end. */
  bottom: string | null;
  /** Until then: it begins after this one; null: with whatever is newest. */
  below: string | null;
  /** Visible matches above it, for page numbers. */
  skip: number;
  /** When the search began, by the database's clock; what a post drew since does not lift it. */
  since: string | null;
}

export interface Found {
  id: string;
  /** Its rank, as a time. */
  at: string;
  since: string;
  top: string;
  bottom: string;
  /** There are older matches than this slice's. */
  has_more: boolean;
}

/**
 * Ids of a slice's matches that the viewer may see, best first. The newest posts are looked through; where they are not
 * enough, the index is asked for the newest hundred thousand or so, and only then for all: no search reads all that
 * a common word is in.
 */
export async function findPosts(
  ctx: Context,
  viewerId: string,
  query: string,
  slice: SlicePlace,
  page: { after: { at: string; id: string } | null; offset: number; limit: number },
): Promise<Found[]> {
  const enough = slice.skip + SLICE + 1;
  const words = sql`${query}::tsquery`;
  const top = sql`(select number from visit)`;
  const inReach = (number: RawBuilder<unknown>) => sql`${number} <= ${top}
    and (${slice.bottom}::uuid is null or ${number} >= (select bottom from visit))`;
  const columns = sql`post_id, number, created_at, visibility, author_id as audience_id, array[author_id] as party_ids`;
  // `+ 0` keeps the index on numbers out of it: a plan made for any words would walk that one, through all posts.
  const lookUp = (condition: RawBuilder<unknown>) => sql`
    select * from (select ${columns} from post_search where ${condition} and ${inReach(sql`number + 0`)}) as match
    where ${meantFor(viewerId, 'match')} order by number + 0 desc limit ${MOST_MATCHES}`;
  const seen = (matches: string) => sql`
    select post_id, number, created_at from ${sql.table(matches)} as match
    where ${visibleTo(viewerId, 'match')} order by number desc limit ${enough}`;
  const isShort = (name: string) => sql`(select count(*) from ${sql.table(name)}) < ${enough}`;
  const { rows } = await sql<Found>`
    with visit as materialized (
      select case when ${slice.top}::uuid is null
          then coalesce(${atOrAbove(slice.below)} - 1, (select max(number) from post_search))
          else ${atOrBelow(slice.top)} end as number,
        ${atOrAbove(slice.bottom)} as bottom,
        coalesce(${slice.since}::timestamptz, now()) as since
    ), matches_0 as materialized (
      select ${columns} from (
        select * from post_search where ${inReach(sql`number`)} order by number desc limit ${NEWEST}) as newest
      where words @@ ${words} order by number desc
    ), seen_0 as materialized (${seen('matches_0')}
    ), matches_1 as materialized (
      ${lookUp(sql`${isShort('seen_0')} and words @@ (${words} && ${recentEras(top)})`)}
    ), seen_1 as materialized (${seen('matches_1')}
    ), matches_2 as materialized (
      ${lookUp(sql`${isShort('seen_0')} and ${isShort('seen_1')} and words @@ ${words}`)}
    ), seen_2 as materialized (${seen('matches_2')}
    ), newest_matches as materialized (
      select * from seen_0 where not ${isShort('seen_0')}
      union all select * from seen_1 where ${isShort('seen_0')} and not ${isShort('seen_1')}
      union all select * from seen_2 where ${isShort('seen_0')} and ${isShort('seen_1')}
    ), slice as materialized (
      select * from newest_matches order by number desc offset ${slice.skip} limit ${SLICE}
    ), ranked as (
      select slice.post_id as id, slice.created_at + ${LIFT} * interval '1 second' * (
        coalesce((popular_since <= visit.since)::int, 0)
        + (select count(*) from unnest(milestones) as reached where reached <= visit.since)) as at
      from visit cross join slice join post_stats on post_stats.post_id = slice.post_id
    )
    select id, at::text as at, visit.since::text as since,
      (select post_id from slice order by number desc limit 1) as top,
      (select post_id from slice order by number limit 1) as bottom,
      (select count(*) from newest_matches) > ${slice.skip + SLICE}::bigint as has_more
    from ranked cross join visit
    where ${page.after === null}
      or (at, id) < (${page.after?.at ?? null}::timestamptz, ${page.after?.id ?? null}::uuid)
    order by ranked.at desc, ranked.id desc limit ${page.limit} offset ${page.offset}`.execute(
    ctx.db,
  );
  return rows;
}

/** The number of this post, or else of the next older one. Ids rise with time, as numbers do. */
function atOrBelow(id: string | null): RawBuilder<unknown> {
  return sql`(select number from post_search where post_id <= ${id}::uuid order by post_id desc limit 1)`;
}

/** The number of this post, or else of the next newer one. */
function atOrAbove(id: string | null): RawBuilder<unknown> {
  return sql`(select number from post_search where post_id >= ${id}::uuid order by post_id limit 1)`;
}

/** The two eras up to a number: between 65,536 and twice as many posts. */
function recentEras(top: RawBuilder<unknown>): RawBuilder<unknown> {
  const era = (back: number) =>
    sql`(quote_literal('~16.' || ((${top} >> 16) - ${back}::int)))::tsquery`;
  return sql`(${era(0)} || ${era(1)})`;
}
