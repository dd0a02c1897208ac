import type { Post } from '@roost/contract/posts';
import type { Pagination, Paging } from '@roost/contract/wire';
import type { MemberContext } from '../kernel/context.ts';
import { cutExtraRow, fillPage } from '../platform/http/paging/fill-page.ts';
import { pageOf, type RowRange, type Window } from '../platform/http/paging/paging.ts';
import { hydratePosts } from '../posts/hydration/hydrate-posts.ts';
import { presentEachUnmuted } from '../posts/hydration/present-posts.ts';
import { checkUnmuted } from '../posts/mutes/check-unmuted.ts';
import { SLICE_SIZE } from './post-search.queries.ts';

interface FoundPosts<Position, Row> {
  /** Finds posts that the viewer may see, without those by muted people. */
  find: (range: RowRange<Position>) => Promise<Row[]>;
  positionOf: (row: Row) => Position;
}

/**
 * Presents a page of found posts. The statements that find posts cannot compare texts with muted words. So for a viewer with muted
 * words, it finds more posts until the page is full.
 */
export async function presentFoundPosts<Position, Row extends Position & { id: string }>(
  ctx: MemberContext,
  paging: Paging,
  page: Window<Position>,
  { find, positionOf }: FoundPosts<Position, Row>,
): Promise<{ posts: Post[]; pagination: Pagination; total: number }> {
  const { rows, ...rest } = pageOf(await find(page), paging, page, positionOf);
  const ids = rows.map(({ id }) => id);
  const hydrated = await hydratePosts(ctx, ids);
  if (!hydrated.hasMutedWords('search'))
    return { posts: ids.flatMap((id) => hydrated.post(id) ?? []), ...rest };
  const { shown, pagination, total } = await fillPage<Position, Row, Post>(ctx, page, paging, {
    list: async (after, wanted) => {
      // A search reads at most two slices at once. One row less than a slice is always among them.
      const limit = Math.min(wanted, SLICE_SIZE - 1);
      return cutExtraRow(limit, await find({ after, offset: 0, limit: limit + 1 }));
    },
    positionOf,
    present: async (found) =>
      presentEachUnmuted(
        ctx,
        'search',
        found.map(({ id }) => id),
      ),
    checkVisibility: async (found) => checkUnmuted(ctx, found, 'search'),
  });
  return { posts: shown, pagination, total };
}
