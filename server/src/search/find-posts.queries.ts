import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../context.ts';
import { isShownTo, standingOf } from '../posts/visibility.ts';

/** How many of the newest matches are ranked against each other; those after them are the next slice. */
export const SLICE = 100;
/** Posts looked through one by one at first, and at most before the index is asked: what many posts say is found there. */
const FIRST = 1_024;
const MOST_LOOKED = 8_192;
/** Matches that cost less to take from the index than to bound by eras. */
const FEW = 1_500;
/** Posts by which is told how often a word is used. */
const SAMPLE = 512;
/** Looking at a post takes as long as gathering so many from the index. */
const GATHERED = 24;
/** Posts of two eras, one of which has only begun. */
const RECENT = 98_304;

/** A post that matches, for somebody who may see it. */
export interface Match {
  id: string;
  number: number;
  /** When it was written, in microseconds. */
  written: number;
}

/** What of the index a search looks at: numbers of posts, both ends included. */
export interface Reach {
  top: number;
  bottom: number | null;
}

const micros = (time: RawBuilder<unknown>) =>
  sql<number>`(extract(epoch from ${time}) * 1000000)::bigint`;

/** The newest post's number, and the time by the database's clock, in microseconds. */
export async function findTop(ctx: Context): Promise<{ top: number; now: number }> {
  const { rows } = await sql<{ top: number | null; now: number }>`
    select (select max(number) from post_search) as top, ${micros(sql`now()`)} as now`.execute(
    ctx.db,
  );
  return { top: rows[0]?.top ?? 0, now: rows[0]?.now ?? 0 };
}

/** How a slice's ends are told: by posts. Where one is deleted, its neighbour among all posts stands for it. */
export interface Ends {
  /** The newest of the slice, or else the next older one. */
  top: string | null;
  bottom: string | null;
  /** It begins below this one. */
  below: string | null;
}

/** Their numbers; ids rise with time, as numbers do. */
export async function findEnds(
  ctx: Context,
  { top, bottom, below }: Ends,
): Promise<{ top: number; bottom: number | null }> {
  const atOrAbove = (id: string | null) =>
    sql`(select number from post_search where post_id >= ${id}::uuid order by post_id limit 1)`;
  const { rows } = await sql<{ top: number | null; bottom: number | null }>`
    select coalesce(
        (select number from post_search where post_id <= ${top}::uuid order by post_id desc limit 1),
        ${atOrAbove(below)} - 1, (select max(number) from post_search), 0) as top,
      ${atOrAbove(bottom)} as bottom`.execute(ctx.db);
  return { top: rows[0]?.top ?? 0, bottom: rows[0]?.bottom ?? null };
}

/**
 * The newest matches within reach that the viewer may see, newest first, `most` at most. The newest posts are looked
 * through; how often they match tells where to go on: some posts further, or by the index, of late or at all. What is
 * hidden from the viewer takes no place of what is not. On a database in shards this asks all of them.
 */
export async function findMatches(
  ctx: Context,
  viewerId: string,
  terms: string[],
  { top, bottom }: Reach,
  most: number,
): Promise<Match[]> {
  const query = terms.join(' & ');
  const found: Match[] = [];
  let next = top;
  const isDone = () => found.length >= most || (bottom !== null && next < bottom);
  const look = async (posts: number) => {
    const reach = { top: next, bottom: Math.max(next - posts + 1, bottom ?? -Infinity) };
    found.push(...(await lookThrough(ctx, viewerId, query, reach, most - found.length)));
    next = reach.bottom - 1;
  };
  await look(FIRST);
  if (isDone()) return found;
  const share = found.length / FIRST;
  const posts = Math.ceil((1.5 * (most - found.length)) / share);
  if (posts <= MOST_LOOKED) await look(posts);
  if (isDone()) return found;
  const rest = { top: next, bottom };
  const missing = most - found.length;
  const rare = await rareOf(ctx, terms, top);
  if (share * Math.max(top, FIRST) > FEW && share * RECENT > missing) {
    const era = (next >> 16) - 1;
    const late = `${rare} & ('~16.${era}' | '~16.${era + 1}')`;
    const ofLate = await lookUp(ctx, viewerId, { asked: late, query }, rest, missing);
    if (ofLate.length === missing) return [...found, ...ofLate];
  }
  return [...found, ...(await lookUp(ctx, viewerId, { asked: rare, query }, rest, missing))];
}

/**
 * Those terms worth asking the index for: what it has of a word that stands in a tenth of all posts, or of all words
 * that begin like something, takes it longer to gather than to look at what the others leave.
 */
async function rareOf(ctx: Context, terms: string[], top: number): Promise<string> {
  if (terms.length === 1) return terms.join('');
  const { rows } = await sql<{ nth: number; count: number }>`
    select nth::int, count(*) as count
    from (select words from post_search
      where number between ${given(top - SAMPLE, 'bigint')} and ${given(top, 'bigint')}) as sample
    join unnest(${terms}::tsquery[]) with ordinality as term (query, nth) on ts_match_vq(words, query)
    group by nth`.execute(ctx.db);
  const counts = new Map(rows.map(({ nth, count }) => [nth - 1, count]));
  const most = GATHERED * Math.max(1, Math.min(...terms.map((_, n) => counts.get(n) ?? 0)));
  return terms.filter((_, n) => (counts.get(n) ?? 0) <= most).join(' & ');
}

/** A value the planner does not look at, so that it makes one plan for all: a plan for each takes as long as a search. */
const given = (value: unknown, type: 'bigint' | 'tsquery') =>
  sql`(select ${value}::${sql.raw(type)})`;

/** Those among the newest posts within reach, one post after the other. */
async function lookThrough(
  ctx: Context,
  viewerId: string,
  query: string,
  { top, bottom }: { top: number; bottom: number },
  most: number,
): Promise<Match[]> {
  // The function behind `@@`, for which no index is asked.
  const { rows } = await sql<Match>`
    with ${standingOf(viewerId)}
    select post_id as id, number, ${micros(sql`created_at`)} as written
    from post_search
    where number between ${given(bottom, 'bigint')} and ${given(top, 'bigint')}
      and ts_match_vq(words, ${given(query, 'tsquery')}) and ${isShownTo(viewerId)}
    order by number desc limit ${most}`.execute(ctx.db);
  return rows;
}

/** The newest of those the index has for what it is asked. */
async function lookUp(
  ctx: Context,
  viewerId: string,
  { asked, query }: { asked: string; query: string },
  { top, bottom }: Reach,
  most: number,
): Promise<Match[]> {
  // `+ 0` keeps the index on numbers out of it: a plan made for any words would walk that one, through all posts.
  const { rows } = await sql<Match>`
    with ${standingOf(viewerId)}
    select post_id as id, number, ${micros(sql`created_at`)} as written
    from post_search
    where words @@ ${given(asked, 'tsquery')} and ts_match_vq(words, ${given(query, 'tsquery')}) and number + 0 <= ${top}
      and (${bottom}::bigint is null or number + 0 >= ${bottom}) and ${isShownTo(viewerId)}
    order by number + 0 desc limit ${most}`.execute(ctx.db);
  return rows;
}

export interface Popular {
  id: string;
  /** When it reached each step of what a post can draw (3, 10, 40, 160 …), in microseconds. */
  steps: number[];
}

/** What those among these posts have drawn that drew much. */
export async function findPopular(ctx: Context, ids: string[]): Promise<Popular[]> {
  const { rows } = await sql<Popular>`
    select post_id as id, array(select ${micros(sql`step`)} from unnest(popular_since || milestones) as step) as steps
    from post_stats where post_id = any(${ids}::uuid[]) and popular_since is not null`.execute(
    ctx.db,
  );
  return rows;
}
