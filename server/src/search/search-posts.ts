import { isEmptySearch, parseSearch } from '@roost/contract/text/search-query';
import { z } from 'zod';
import type { MemberContext } from '../kernel/context.ts';
import type { RowRange } from '../platform/http/paging/paging.ts';
import { findUserIds } from '../users/username.queries.ts';
import {
  ALL_POSTS,
  findMatches,
  findSliceRange,
  SLICE_SIZE,
  type Match,
} from './post-search.queries.ts';
import { postTermsOf, type PostTerms } from './post-terms.ts';

/** Each milestone of engagement (3, 10, 40, 160 …) ranks a post as if it were one day newer. In microseconds. */
const BOOST_PER_MILESTONE_MICROS = 86_400_000_000;

const time = z.int().min(0);
/**
 * The cursor of a search: a slice of the matches, and the last match of the page. Ids name the ends of the slice. Post
 * numbers would reveal how many hidden posts exist.
 */
export const postSearchCursor = z.object({
  top: z.uuid(),
  bottom: z.uuid(),
  more: z.boolean(),
  /** The start of the search. Engagement after it does not change the ranking. */
  since: time,
  /** The rank of the last match, as a time. */
  at: time,
  id: z.uuid(),
});
export type PostSearchCursor = z.output<typeof postSearchCursor>;

/** Matches that are ranked against each other, best first. */
interface Slice {
  matches: PostSearchCursor[];
  hasMore: boolean;
}

/** Finds a page of matches, best first within each slice. Each match is also the cursor that continues after it. */
export async function searchPosts(
  ctx: MemberContext,
  text: string,
  page: RowRange<PostSearchCursor>,
): Promise<PostSearchCursor[]> {
  const query = parseSearch(text);
  if (isEmptySearch(query) || page.limit === 0) return [];
  const authors = query.from.length > 0 ? await findUserIds(ctx, query.from) : null;
  if (authors?.length === 0) return [];
  const terms = postTermsOf(query, authors);
  const { after } = page;
  const skip = after ? 0 : Math.floor(page.offset / SLICE_SIZE) * SLICE_SIZE;
  const slice = after ? await sliceOf(ctx, terms, after) : await firstSlice(ctx, terms, skip);
  const rest = after
    ? slice.matches.filter((match) => ranksBelow(match, after))
    : slice.matches.slice(page.offset - skip);
  const rows = rest.slice(0, page.limit);
  const last = slice.matches.at(-1) ?? after;
  if (rows.length === page.limit || !last || !slice.hasMore) return rows;
  // The page continues in the next slice.
  const next = await sliceBelow(ctx, terms, last);
  return [...rows, ...next.matches.slice(0, page.limit - rows.length)];
}

async function firstSlice(ctx: MemberContext, terms: PostTerms, skip: number): Promise<Slice> {
  const limit = skip + SLICE_SIZE + 1;
  const search = { viewerId: ctx.viewer.id, terms, since: null };
  const { found, since } = await findMatches(ctx, search, ALL_POSTS, limit);
  const hasMore = found.length === limit;
  return rank(found.slice(skip, skip + SLICE_SIZE), { since, hasMore });
}

/** Finds the slice of a cursor again. New posts and follows do not move its ends. */
async function sliceOf(
  ctx: MemberContext,
  terms: PostTerms,
  cursor: PostSearchCursor,
): Promise<Slice> {
  const range = await findSliceRange(ctx, { ...cursor, below: null });
  const search = { viewerId: ctx.viewer.id, terms, since: cursor.since };
  const { found, since } = await findMatches(ctx, search, range, SLICE_SIZE);
  return rank(found, { since, hasMore: cursor.more, ends: cursor });
}

async function sliceBelow(
  ctx: MemberContext,
  terms: PostTerms,
  cursor: PostSearchCursor,
): Promise<Slice> {
  const range = await findSliceRange(ctx, { top: null, bottom: null, below: cursor.bottom });
  const search = { viewerId: ctx.viewer.id, terms, since: cursor.since };
  const { found, since } = await findMatches(ctx, search, range, SLICE_SIZE + 1);
  return rank(found.slice(0, SLICE_SIZE), { since, hasMore: found.length > SLICE_SIZE });
}

function rank(
  found: Match[],
  { since, hasMore, ends }: { since: number; hasMore: boolean; ends?: PostSearchCursor },
): Slice {
  const top = ends?.top ?? found[0]?.id ?? '';
  const bottom = ends?.bottom ?? found.at(-1)?.id ?? '';
  const matches = found.map(({ id, written, milestones }) => {
    const at = written + BOOST_PER_MILESTONE_MICROS * milestones;
    return { top, bottom, more: hasMore, since, at, id };
  });
  return { matches: matches.sort((one, other) => (ranksBelow(one, other) ? 1 : -1)), hasMore };
}

/** Compares two matches by rank, and then by id. */
function ranksBelow(
  one: Pick<PostSearchCursor, 'at' | 'id'>,
  other: Pick<PostSearchCursor, 'at' | 'id'>,
): boolean {
  return one.at === other.at ? one.id < other.id : one.at < other.at;
}
