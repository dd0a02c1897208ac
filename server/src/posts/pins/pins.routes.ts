import * as posts from '@roost/contract/posts';
import type { Route } from '../../platform/http/route.ts';
import { pinPost, unpinPost } from './pin-post.ts';

export function pinsRoutes(route: Route): void {
  route(posts.pinPost, async (ctx, { params }) => {
    await pinPost(ctx, params.postId);
    return { message: 'Pinned to your profile.' };
  });

  route(posts.unpinPost, async (ctx, { params }) => {
    await unpinPost(ctx, params.postId);
    return { message: 'Unpinned.' };
  });
}
