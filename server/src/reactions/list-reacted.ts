import type { Paging } from '@roost/contract/wire';
import { z } from 'zod';
import type { MemberContext } from '../context.ts';
import { timeText, windowOf } from '../http/paging.ts';
import { fillPage, upTo } from '../posts/fill-page.ts';
import { judgePosts } from '../posts/judge-posts.ts';
import { viewEach } from '../posts/view-posts.ts';
import { beforeAll, listReacted } from './reaction.queries.ts';

const place = z.object({ at: timeText, id: z.uuid() });

/** A page of what the viewer likes or keeps and may still see, what came to it last first. */
export async function listOwnReacted(
  ctx: MemberContext,
  table: 'likes' | 'bookmarks',
  paging: Paging,
) {
  const { shown, pagination, total } = await fillPage(windowOf(paging, place), paging, {
    list: async (after, wanted) =>
      upTo(wanted, await listReacted(ctx, table, ctx.viewer.id, after ?? beforeAll, wanted + 1)),
    place: ({ at, id }) => ({ at, id }),
    show: async (rows) =>
      viewEach(
        ctx,
        rows.map(({ id }) => id),
      ),
    judge: async (rows) => {
      const visible = await judgePosts(
        ctx,
        rows.map(({ id }) => id),
      );
      return rows.map(({ id }) => visible.has(id));
    },
  });
  return { posts: shown, pagination: { ...pagination, totalPosts: total } };
}
