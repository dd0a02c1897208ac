import * as posts from '@roost/contract/posts';
import type { Route } from '../../platform/http/route.ts';
import { listUserComments } from '../lists/list-user-posts.ts';
import { listAncestors, listComments } from './list-comments.ts';

export function commentsRoutes(route: Route): void {
  route(posts.listComments, async (ctx, { params, query }) => ({
    data: await listComments(ctx, params.postId, query),
  }));

  route(posts.listAncestors, async (ctx, { params }) => ({
    data: await listAncestors(ctx, params.postId),
  }));

  route(posts.listUserComments, async (ctx, { params, query }) => {
    const { shown, pagination, total } = await listUserComments(ctx, params.userId, query);
    return { data: { comments: shown, pagination: { ...pagination, totalComments: total } } };
  });
}
