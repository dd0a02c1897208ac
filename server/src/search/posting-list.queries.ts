import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../kernel/context.ts';
import { rows } from '../platform/database/query.ts';
import { POSTS_PER_SEGMENT } from '../posts/search-index/posting-lists.queries.ts';
import type { WordRange } from './post-terms.ts';

/**
 * A list is left out if it has more than this many times the posts of the shortest one in its segment. Checking the posts of the
 * shortest one costs less.
 */
const MAX_LENGTH_RATIO = 16;

export const micros = (time: RawBuilder<unknown>) =>
  sql`(extract(epoch from ${time}) * 1000000)::bigint`;

interface CandidateBatch {
  /** The numbers of posts that may have all words, newest first. */
  candidates: Generator<number, void>;
  /** The next batch begins with this number. */
  next: number;
  /** The lists have the posts up to this number. */
  listed: number;
  /** The time of the database's clock, in microseconds. */
  now: number;
}

/**
 * Intersects the posting lists of the words in the newest segments of a range. PostgreSQL keeps a plan for each text of a
 * statement, so all queries have the same text.
 */
export async function intersectPostingLists(
  ctx: Context,
  words: WordRange[][],
  { top, bottom }: { top: number; bottom: number },
  segmentCount: number,
): Promise<CandidateBatch> {
  const ranges = words.flatMap((forms, nth) => forms.map((range) => ({ ...range, nth })));
  const column = (name: keyof (typeof ranges)[number]) => ranges.map((range) => range[name]);
  // Because of the inner `group by`, PostgreSQL looks up each range in the index. A plain join may read whole segments. Citus
  // refuses `offset 0` instead of it. Without `collate`, the collations of the column and of the arrays conflict.
  const found = await rows(
    ctx.db.reads,
    { listed: 'int8', now: 'int8', segment: 'int4?', list: 'bytea' },
    sql`with ends as (
        select number as listed, (least(number, ${top}) / ${sql.lit(POSTS_PER_SEGMENT)})::int as newest from posting_lists_end
      ), lists as (
        select segment, string_agg(posts, '') as list
        from unnest(${column('nth')}::int[], ${column('first')}::text[], ${column('last')}::text[]) as range (nth, first, last)
        cross join lateral (
          select segment, string_agg(posts, '') as posts from posting_lists
          where segment = any(array(select generate_series(newest - ${segmentCount - 1}, newest) from ends))
            and word collate "C" between range.first and range.last
          group by segment
        ) as part
        group by segment, nth
      ), measured as (
        select segment, list, count(*) over same as lists, min(length(list)) over same as shortest
        from lists window same as (partition by segment)
      )
      select listed, ${micros(sql`now()`)} as now, segment, coalesce(list, '') as list
      from ends left join measured on lists = ${words.length} and length(list) <= ${MAX_LENGTH_RATIO} * shortest
      order by segment desc`,
  );
  const { listed = 0, now = 0 } = found[0] ?? {};
  const newest = Math.floor(Math.min(listed, top) / POSTS_PER_SEGMENT);
  return {
    candidates: numbersIn(found, { top, bottom }),
    next: (newest - segmentCount + 1) * POSTS_PER_SEGMENT - 1,
    listed,
    now,
  };
}

/** The numbers that are in all lists of their segment, the largest first. */
function* numbersIn(
  found: { segment: number | null; list: Buffer }[],
  { top, bottom }: { top: number; bottom: number },
): Generator<number, void> {
  for (const [segment, lists] of Map.groupBy(found, (row) => row.segment)) {
    if (segment === null) continue;
    /** For each offset, in how many of the lists it is. */
    const counts = new Uint16Array(POSTS_PER_SEGMENT);
    lists.forEach(({ list }, nth) => {
      for (let at = 0; at < list.length; at += 2) {
        const offset = list.readUInt16BE(at);
        if (counts[offset] === nth) counts[offset] = nth + 1;
      }
    });
    for (let offset = POSTS_PER_SEGMENT - 1; offset >= 0; offset -= 1) {
      const number = segment * POSTS_PER_SEGMENT + offset;
      if (counts[offset] === lists.length && number >= bottom && number <= top) yield number;
    }
  }
}
