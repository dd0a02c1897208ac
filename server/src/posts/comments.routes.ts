import * as endpoints from '@roost/contract/comments';
import type { Route } from '../http/route.ts';
import { listUserComments } from './list-user-posts.ts';
import { viewAncestors, viewThreads } from './view-comments.ts';

export function commentsRoutes(route: Route): void {
  route(endpoints.listComments, async (ctx, { params, query }) => ({
    data: await viewThreads(ctx, params.postId, query),
  }));

  route(endpoints.listAncestors, async (ctx, { params }) => ({
    data: await viewAncestors(ctx, params.postId),
  }));

  route(endpoints.listUserComments, async (ctx, { params, query }) => {
    const { shown, pagination, total } = await listUserComments(ctx, params.userId, query);
    return { data: { comments: shown, pagination: { ...pagination, totalComments: total } } };
  });
}
