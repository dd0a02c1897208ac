import { getFeed } from '@roost/contract/posts';
import type { Route } from '../http/route.ts';
import { readFeed } from './read-feed.ts';

export function feedRoutes(route: Route): void {
  route(getFeed, async (ctx, { query }) => ({ data: await readFeed(ctx, query) }));
}
