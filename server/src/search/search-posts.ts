import { isEmptySearch, parseSearch } from '@roost/contract/search-query';
import { z } from 'zod';
import type { MemberContext } from '../context.ts';
import { timeText, type Window } from '../http/paging.ts';
import { findUserIds } from '../users/user.queries.ts';
import { findPosts, SLICE, type Found, type SlicePlace } from './find-posts.queries.ts';
import { postQueryOf } from './post-query.ts';

/** Where a search goes on: in which slice of its matches, after which of them. */
export const searchPlace = z.object({
  top: z.uuid(),
  bottom: z.uuid(),
  more: z.boolean(),
  since: timeText,
  at: timeText,
  id: z.uuid(),
});
export type SearchPlace = z.output<typeof searchPlace>;

/** A page of places of posts, best first within each slice; one row more than asked for where there is more. */
export async function searchPosts(
  ctx: MemberContext,
  text: string,
  page: Window<SearchPlace>,
): Promise<SearchPlace[]> {
  const query = parseSearch(text);
  if (isEmptySearch(query)) return [];
  const authors = query.from.length > 0 ? await findUserIds(ctx, query.from) : null;
  if (authors?.length === 0) return [];
  const words = postQueryOf(query, authors);
  const { after } = page;
  const skip = after ? 0 : Math.floor(page.offset / SLICE) * SLICE;
  const slice: SlicePlace = after
    ? { ...after, below: null, skip }
    : { top: null, bottom: null, below: null, since: null, skip };
  const found = await findPosts(ctx, ctx.viewer.id, words, slice, {
    after,
    offset: page.offset - skip,
    limit: page.limit,
  });
  const rows = found.map((row) => placeOf(row, after?.more ?? row.has_more));
  const last = rows.at(-1) ?? after;
  if (rows.length === page.limit || !last?.more) return rows;
  // This slice is at its end, the matches are not.
  const rest = { top: null, bottom: null, below: last.bottom, since: last.since, skip: 0 };
  const next = await findPosts(ctx, ctx.viewer.id, words, rest, {
    after: null,
    offset: 0,
    limit: page.limit - rows.length,
  });
  return [...rows, ...next.map((row) => placeOf(row, row.has_more))];
}

function placeOf({ id, at, since, top, bottom }: Found, more: boolean): SearchPlace {
  return { id, at, since, top, bottom, more };
}
