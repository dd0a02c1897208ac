import * as endpoints from '@roost/contract/posts';
import type { Paging } from '@roost/contract/wire';
import { z } from 'zod';
import type { MemberContext } from '../context.ts';
import { pageOf, timeText, windowOf } from '../http/paging.ts';
import type { Route } from '../http/route.ts';
import { viewPost, viewPosts } from '../posts/view-posts.ts';
import { listReacted } from './reaction.queries.ts';
import { toggleBookmark, toggleLike } from './react.ts';
import { repost, unrepost } from './repost.ts';

const place = z.object({ at: timeText, id: z.uuid() });

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
    data: await listOwn(ctx, 'likes', query),
  }));

  route(endpoints.listBookmarks, async (ctx, { query }) => ({
    data: await listOwn(ctx, 'bookmarks', query),
  }));
}

async function listOwn(ctx: MemberContext, table: 'likes' | 'bookmarks', query: Paging) {
  const page = windowOf(query, place);
  const found = await listReacted(ctx, table, ctx.viewer.id, page);
  const { rows, pagination, total } = pageOf(found, query, page, ({ at, id }) => ({ at, id }));
  const ids = rows.map((row) => row.id);
  return { posts: await viewPosts(ctx, ids), pagination: { ...pagination, totalPosts: total } };
}
