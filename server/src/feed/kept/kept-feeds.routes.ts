import * as lists from '@roost/contract/lists';
import type { Route } from '../../platform/http/route.ts';
import { orderFeeds } from '../order/order-feeds.ts';
import { changeKeptFeed, dropFeed, keepFeed, listKeptFeeds } from './keep-feeds.ts';

export function keptFeedsRoutes(route: Route): void {
  route(lists.listKeptFeeds, async (ctx) => ({ data: { feeds: await listKeptFeeds(ctx) } }));

  route(lists.keepFeed, async (ctx, { body }) => ({ data: await keepFeed(ctx, body) }));

  route(lists.changeKeptFeed, async (ctx, { params, body }) => ({
    data: await changeKeptFeed(ctx, params.feedId, body),
  }));

  route(lists.orderFeeds, async (ctx, { body }) => {
    await orderFeeds(ctx, body.ids);
    return { message: 'Order saved.' };
  });

  route(lists.dropFeed, async (ctx, { params }) => {
    await dropFeed(ctx, params.feedId);
    return { message: 'Feed removed.' };
  });
}
