import * as endpoints from '@roost/contract/billing';
import type { Route } from '../../platform/http/route.ts';
import { cancelSubscription } from './cancel-subscription.ts';
import { createSubscription } from './create-subscription.ts';
import { plansOf } from './plans.ts';
import { presentPayments, presentSubscription } from './present-subscription.ts';

export function subscriptionRoutes(route: Route): void {
  route(endpoints.getPlans, (ctx) => {
    const { Monthly, Annual } = plansOf(ctx);
    const provider = ctx.payments.name;
    return { MONTHLY: Monthly, ANNUAL: Annual, isOffered: provider !== 'off', provider };
  });

  // This answer's own `status` field replaces the envelope's (`docs/premium.md`).
  route(endpoints.getSubscription, presentSubscription);

  route(endpoints.createSubscription, async (ctx, { body }) => {
    const { id, provider_id, provider } = await createSubscription(ctx, body.planId);
    const checkout = ctx.payments.checkoutOf({ order: id, subscription: provider_id });
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

  route(endpoints.listPayments, async (ctx) => ({ data: await presentPayments(ctx) }));
}
