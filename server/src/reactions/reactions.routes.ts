import * as reactions from '@roost/contract/reactions';
import type { Route } from '../platform/http/route.ts';
import { listReactedPosts } from './list-reacted-posts.ts';
import { toggleBookmark, toggleLike } from './toggle-reaction.ts';

export function reactionsRoutes(route: Route): void {
  route(reactions.toggleLike, async (ctx, { params }) => ({
    data: await toggleLike(ctx, params.postId),
  }));

  route(reactions.toggleBookmark, async (ctx, { params }) => {
    const data = await toggleBookmark(ctx, params.postId);
    return { data, message: data.bookmarked ? 'Bookmarked.' : 'Bookmark removed.' };
  });

  route(reactions.listLikes, async (ctx, { query }) => ({
    data: await listReactedPosts(ctx, 'likes', query),
  }));

  route(reactions.listBookmarks, async (ctx, { query }) => ({
    data: await listReactedPosts(ctx, 'bookmarks', query),
  }));
}
