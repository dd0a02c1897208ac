import * as endpoints from '@roost/contract/posts';
import type { Route } from '../http/route.ts';
import { viewPost } from '../posts/view-posts.ts';
import { listOwnReacted } from './list-reacted.ts';
import { toggleBookmark, toggleLike } from './react.ts';
import { repost, unrepost } from './repost.ts';

export function reactionsRoutes(route: Route): void {
  route(endpoints.toggleLike, async (ctx, { params }) => ({
    data: await toggleLike(ctx, params.postId),
  }));

  route(
    endpoints.repost,
    async (ctx, { params }) => ({
      data: { repost: await repost(ctx, params.postId) },
      message: 'Reposted.',
    }),
    {
      keep: ({ data }) => data.repost._id,
      again: async (ctx, id: string) => ({
        data: { repost: await viewPost(ctx, id) },
        message: 'Reposted.',
      }),
    },
  );

  route(endpoints.unrepost, async (ctx, { params }) => ({
    data: { originalPostId: await unrepost(ctx, params.postId) },
    message: 'Repost removed.',
  }));

  route(endpoints.toggleBookmark, async (ctx, { params }) => {
    const data = await toggleBookmark(ctx, params.postId);
    return { data, message: data.bookmarked ? 'Bookmarked.' : 'Bookmark removed.' };
  });

  route(endpoints.listLikes, async (ctx, { query }) => ({
    data: await listOwnReacted(ctx, 'likes', query),
  }));

  route(endpoints.listBookmarks, async (ctx, { query }) => ({
    data: await listOwnReacted(ctx, 'bookmarks', query),
  }));
}
