import { getFeed } from '@roost/contract/posts';
import { z } from 'zod';
import { pageOf, timeText, windowOf } from '../http/paging.ts';
import type { Route } from '../http/route.ts';
import { viewPosts } from '../posts/view-posts.ts';
import { listFeedIds } from './feed.queries.ts';

const place = z.object({
  part: z.int().min(1).max(3),
  id: z.uuid(),
  since: timeText,
});

export function feedRoutes(route: Route): void {
  route(getFeed, async (ctx, { query }) => {
    const page = windowOf(query, place);
    const found = await listFeedIds(ctx, ctx.viewer.id, page);
    const { rows, pagination, total } = pageOf(found, query, page, (last) => last);
    const posts = await viewPosts(
      ctx,
      rows.map((row) => row.id),
    );
    return { data: { posts, pagination: { ...pagination, totalPosts: total } } };
  });
}
