import * as endpoints from '@roost/contract/push';
import type { Route } from '../platform/http/route.ts';
import {
  deleteOwnSubscription,
  readOwnSubscription,
  saveSubscription,
} from './subscriptions/own-subscription.ts';

export function pushRoutes(route: Route): void {
  route(endpoints.getPush, async (ctx) => ({
    data: { subscription: await readOwnSubscription(ctx) },
  }));

  route(endpoints.subscribeToPush, async (ctx, { body }) => ({
    data: { subscription: await saveSubscription(ctx, body) },
  }));

  route(endpoints.unsubscribeFromPush, async (ctx) => {
    await deleteOwnSubscription(ctx);
    return { message: 'This browser gets no more pushes.' };
  });
}
