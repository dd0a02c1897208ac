import * as feed from '@roost/contract/feed';
import type { Route } from '../platform/http/route.ts';
import { showLess, undoShowLess } from './less/show-less.ts';
import { readListFeed } from './list/read-list-feed.ts';
import { countNewPosts } from './new-posts/count-new-posts.ts';
import { readFeed } from './read-feed.ts';

export function feedRoutes(route: Route): void {
  route(feed.getFeed, async (ctx, { query }) => ({
    data:
      query.list === undefined
        ? await readFeed(ctx, query)
        : await readListFeed(ctx, query.list, query),
  }));

  route(feed.showLess, async (ctx, { params }) => {
    await showLess(ctx, params.postId);
    return { message: 'You will see less like this.' };
  });

  route(feed.undoShowLess, async (ctx, { params }) => {
    await undoShowLess(ctx, params.postId);
    return { message: 'Undone.' };
  });

  route(feed.countNewPosts, async (ctx, { query }) => ({
    data: await countNewPosts(ctx, query),
  }));
}
