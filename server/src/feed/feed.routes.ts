import { countNewPosts as countNewPostsEndpoint, getFeed } from '@roost/contract/feed';
import type { Route } from '../platform/http/route.ts';
import { countNewPosts } from './new-posts/count-new-posts.ts';
import { readFeed } from './read-feed.ts';

export function feedRoutes(route: Route): void {
  route(getFeed, async (ctx, { query }) => ({ data: await readFeed(ctx, query) }));

  route(countNewPostsEndpoint, async (ctx, { query }) => ({
    data: await countNewPosts(ctx, query),
  }));
}
