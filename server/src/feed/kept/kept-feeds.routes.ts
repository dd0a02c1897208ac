import * as endpoints from '@roost/contract/kept-feeds';
import type { Route } from '../../platform/http/route.ts';
import { orderFeeds } from '../order/order-feeds.ts';
import { changeKeptFeed, dropFeed, keepFeed, listKeptFeeds } from './keep-feeds.ts';

export function keptFeedsRoutes(route: Route): void {
  route(endpoints.listKeptFeeds, async (ctx) => ({ data: { feeds: await listKeptFeeds(ctx) } }));

  route(endpoints.keepFeed, async (ctx, { body }) => ({ data: await keepFeed(ctx, body) }));

  route(endpoints.changeKeptFeed, async (ctx, { params, body }) => ({
    data: await changeKeptFeed(ctx, params.feedId, body),
  }));

  route(endpoints.orderFeeds, async (ctx, { body }) => {
    await orderFeeds(ctx, body.ids);
    return { message: 'Order saved.' };
  });

  route(endpoints.dropFeed, async (ctx, { params }) => {
    await dropFeed(ctx, params.feedId);
    return { message: 'Feed removed.' };
  });
}
