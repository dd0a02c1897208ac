import { isEmptySearch, parseSearch } from '@roost/contract/search-query';
import { z } from 'zod';
import type { MemberContext } from '../context.ts';
import type { Window } from '../http/paging.ts';
import { findUserIds } from '../users/name.queries.ts';
import {
  findEnds,
  findMatches,
  findPopular,
  findTop,
  SLICE,
  type Match,
} from './find-posts.queries.ts';
import { postTermsOf } from './post-query.ts';

/** Microseconds that a step in what a post drew (3, 10, 40, 160 …) lifts it above newer ones. */
const LIFT = 86_400_000_000;

const time = z.int().min(0);
/**
 * Where a search goes on: in which slice of its matches, after which of them. A slice's ends are told by posts and never
 * by their numbers, which would tell how many posts there are that the viewer may not see.
 */
export const searchPlace = z.object({
  top: z.uuid(),
  bottom: z.uuid(),
  more: z.boolean(),
  /** When the search began: what a post drew since does not lift it. */
  since: time,
  /** Its rank, as a time. */
  at: time,
  id: z.uuid(),
});
export type SearchPlace = z.output<typeof searchPlace>;

/** Matches that are ranked against each other, best first. */
interface Slice {
  places: SearchPlace[];
  hasMore: boolean;
}

/** A page of places of posts, best first within each slice; one row more than asked for where there is more. */
export async function searchPosts(
  ctx: MemberContext,
  text: string,
  page: Window<SearchPlace>,
): Promise<SearchPlace[]> {
  const query = parseSearch(text);
  if (isEmptySearch(query) || page.limit === 0) return [];
  const authors = query.from.length > 0 ? await findUserIds(ctx, query.from) : null;
  if (authors?.length === 0) return [];
  const terms = postTermsOf(query, authors);
  const { after } = page;
  const skip = after ? 0 : Math.floor(page.offset / SLICE) * SLICE;
  const slice = after ? await sliceOf(ctx, terms, after) : await firstSlice(ctx, terms, skip);
  const rest = after
    ? slice.places.filter((place) => isBehind(place, after))
    : slice.places.slice(page.offset - skip);
  const rows = rest.slice(0, page.limit);
  const last = slice.places.at(-1) ?? after;
  if (rows.length === page.limit || !last || !slice.hasMore) return rows;
  // This slice is at its end, the matches are not.
  const next = await sliceBelow(ctx, terms, last);
  return [...rows, ...next.places.slice(0, page.limit - rows.length)];
}

async function firstSlice(ctx: MemberContext, terms: string[], skip: number): Promise<Slice> {
  const { top, now } = await findTop(ctx);
  const most = skip + SLICE + 1;
  const found = await findMatches(ctx, ctx.viewer.id, terms, { top, bottom: null }, most);
  return rank(ctx, found.slice(skip, skip + SLICE), { since: now, hasMore: found.length === most });
}

/** The same again; what is followed or written meanwhile does not move its ends. */
async function sliceOf(ctx: MemberContext, terms: string[], place: SearchPlace): Promise<Slice> {
  const reach = await findEnds(ctx, { ...place, below: null });
  const found = await findMatches(ctx, ctx.viewer.id, terms, reach, SLICE);
  return rank(ctx, found, { since: place.since, hasMore: place.more, ends: place });
}

async function sliceBelow(ctx: MemberContext, terms: string[], place: SearchPlace): Promise<Slice> {
  const { top } = await findEnds(ctx, { top: null, bottom: null, below: place.bottom });
  const found = await findMatches(ctx, ctx.viewer.id, terms, { top, bottom: null }, SLICE + 1);
  return rank(ctx, found.slice(0, SLICE), { since: place.since, hasMore: found.length > SLICE });
}

async function rank(
  ctx: MemberContext,
  found: Match[],
  { since, hasMore, ends }: { since: number; hasMore: boolean; ends?: SearchPlace },
): Promise<Slice> {
  const popular =
    found.length > 0
      ? await findPopular(
          ctx,
          found.map(({ id }) => id),
        )
      : [];
  const steps = new Map(
    popular.map((post) => [post.id, post.steps.filter((step) => step <= since).length]),
  );
  const top = ends?.top ?? found[0]?.id ?? '';
  const bottom = ends?.bottom ?? found.at(-1)?.id ?? '';
  const places = found.map(({ id, written }) => {
    const at = written + LIFT * (steps.get(id) ?? 0);
    return { top, bottom, more: hasMore, since, at, id };
  });
  return { places: places.sort((one, other) => (isBehind(one, other) ? 1 : -1)), hasMore };
}

/** Later in the order: by rank, and then by id. */
function isBehind(
  one: Pick<SearchPlace, 'at' | 'id'>,
  other: Pick<SearchPlace, 'at' | 'id'>,
): boolean {
  return one.at === other.at ? one.id < other.id : one.at < other.at;
}
