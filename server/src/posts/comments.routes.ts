import * as endpoints from '@roost/contract/comments';
import { z } from 'zod';
import { pageOf, windowOf } from '../http/paging.ts';
import type { Route } from '../http/route.ts';
import { assertOpen } from '../users/view-users.ts';
import { listCommentIdsOf } from './user-posts.queries.ts';
import { viewAncestors, viewThreads } from './view-comments.ts';
import { viewOwnComments, viewPosts } from './view-posts.ts';

const place = z.object({ id: z.uuid() });

export function commentsRoutes(route: Route): void {
  route(endpoints.listComments, async (ctx, { params, query }) => ({
    data: await viewThreads(ctx, params.postId, query),
  }));

  route(endpoints.listAncestors, async (ctx, { params }) => ({
    data: await viewAncestors(ctx, params.postId),
  }));

  route(endpoints.listUserComments, async (ctx, { params, query }) => {
    await assertOpen(ctx, params.userId);
    const page = windowOf(query, place);
    const found = await listCommentIdsOf(ctx, params.userId, ctx.viewer.id, page);
    const { rows, pagination, total } = pageOf(found, query, page, ({ id }) => ({ id }));
    const ids = rows.map((row) => row.id);
    const isOwn = params.userId === ctx.viewer.id;
    return {
      data: {
        comments: await (isOwn ? viewOwnComments(ctx, ids) : viewPosts(ctx, ids)),
        pagination: { ...pagination, totalComments: total },
      },
    };
  });
}
