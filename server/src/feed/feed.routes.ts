import { getFeed } from '@roost/contract/posts';
import { z } from 'zod';
import { pageOf, totalUpTo, windowOf } from '../http/paging.ts';
import type { Route } from '../http/route.ts';
import { viewPosts } from '../posts/view-posts.ts';
import { listFeedIds } from './feed.queries.ts';

const place = z.object({ part: z.int().min(1).max(3), id: z.uuid(), since: z.iso.datetime() });

export function feedRoutes(route: Route): void {
  route(getFeed, async (ctx, { query }) => {
    const page = windowOf(query, place);
    const since = page.after?.since ?? new Date().toISOString();
    const found = await listFeedIds(ctx, ctx.viewer.id, { ...page, since });
    const { rows, pagination } = pageOf(found, query, ({ part, id }) => ({ part, id, since }));
    const totalPosts = totalUpTo(query, rows.length, pagination.nextCursor !== null);
    return {
      data: {
        posts: await viewPosts(
          ctx,
          rows.map((row) => row.id),
        ),
        pagination: { ...pagination, totalPosts },
      },
    };
  });
}
