import * as reposts from '@roost/contract/reposts';
import type { Route } from '../platform/http/route.ts';
import { presentPost } from '../posts/hydration/present-posts.ts';
import { repostPost, unrepostPost } from './repost-post.ts';

export function repostsRoutes(route: Route): void {
  route(
    reposts.repost,
    async (ctx, { params }) => ({
      data: { repost: await repostPost(ctx, params.postId) },
      message: 'Reposted.',
    }),
    {
      keep: ({ data }) => data.repost._id,
      again: async (ctx, id: string) => ({
        data: { repost: await presentPost(ctx, id) },
        message: 'Reposted.',
      }),
    },
  );

  route(reposts.unrepost, async (ctx, { params }) => ({
    data: { originalPostId: await unrepostPost(ctx, params.postId) },
    message: 'Repost removed.',
  }));
}
