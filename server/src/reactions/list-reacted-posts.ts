import type { Paging } from '@roost/contract/wire';
import { z } from 'zod';
import type { MemberContext } from '../kernel/context.ts';
import { timeText, windowOf } from '../platform/http/paging/paging.ts';
import { checkVisibility } from '../posts/access/find-visible-posts.ts';
import { presentEach } from '../posts/hydration/present-posts.ts';
import { cutExtraRow, fillPage } from '../platform/http/paging/fill-page.ts';
import { listReacted, startPosition } from './reaction.queries.ts';

/** A page reads this many extra rows, because some may be hidden. Another round would cost three statements. */
const SPARE_ROWS = 2;

const cursor = z.object({ at: timeText, id: z.uuid() });

/** Lists a page of the posts that the viewer liked or bookmarked and may still see, the latest reaction first. */
export async function listReactedPosts(
  ctx: MemberContext,
  table: 'likes' | 'bookmarks',
  paging: Paging,
) {
  const page = windowOf(ctx, paging, cursor, table);
  const { shown, pagination, total } = await fillPage(ctx, page, paging, {
    list: async (after, wanted) => {
      const from = after ?? startPosition;
      const limit = wanted + SPARE_ROWS;
      return cutExtraRow(limit, await listReacted(ctx, table, ctx.viewer.id, from, limit + 1));
    },
    positionOf: ({ at, id }) => ({ at, id }),
    present: async (rows) =>
      presentEach(
        ctx,
        rows.map(({ id }) => id),
      ),
    checkVisibility: async (rows) => checkVisibility(ctx, rows),
  });
  return { posts: shown, pagination: { ...pagination, totalPosts: total } };
}
