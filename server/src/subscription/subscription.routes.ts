import * as endpoints from '@roost/contract/subscription';
import type { Route } from '../http/route.ts';
import { cancelSubscription } from './cancel-subscription.ts';
import { createSubscription } from './create-subscription.ts';
import { plansOf } from './plans.ts';
import { viewPayments, viewSubscription } from './view-subscription.ts';

export function subscriptionRoutes(route: Route): void {
  route(endpoints.getPlans, (ctx) => {
    const { Monthly, Annual } = plansOf(ctx);
    return { MONTHLY: Monthly, ANNUAL: Annual, isOffered: ctx.payments.name !== 'off' };
  });

  // Its own `status` takes the place of the envelope's (contract §7).
  route(endpoints.getSubscription, viewSubscription);

  route(endpoints.createSubscription, async (ctx, { body }) => {
    const { provider_id, provider, checkout } = await createSubscription(ctx, body.planId);
    return {
      subscriptionId: provider_id,
      provider,
      checkout: new URL(checkout, ctx.origin).href,
    };
  });

  route(endpoints.cancelSubscription, async (ctx) => {
    const answer = { success: true as const, status: await cancelSubscription(ctx) };
    return answer;
  });

  route(endpoints.listPayments, async (ctx) => ({ data: await viewPayments(ctx) }));
}
