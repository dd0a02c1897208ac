import { AppError } from '@roost/contract/errors';
import type { PlanName } from '@roost/contract/billing';
import type { MemberContext } from '../../kernel/context.ts';
import type { KnownSubscription, SubscriptionRecord } from '../../platform/database/tables.ts';
import { subscriptionStatus } from './subscription-status.ts';
import { deleteUnconfirmed, hasProviderId, updateSubscription } from './subscription.queries.ts';
import { refreshSubscription } from './refresh-subscription.ts';
import { wallClock } from '../../lib/wall-clock.ts';

/** Milliseconds for which an unpaid checkout is reused. Providers keep it open for longer. */
const CHECKOUT_REUSE_MS = 20 * 3_600_000;
/** Milliseconds after which a creation without an answer counts as abandoned by a dead node. */
export const CREATION_TIMEOUT_MS = 15_000;

/** The columns that describe what a person buys. */
export type Offer = Pick<SubscriptionRecord, 'amount' | 'provider_plan'> & { plan: PlanName };

/**
 * Decides about the open subscription of a person who buys. Returns it if its checkout can be reused, 'inProgress' if
 * another request creates it now, and undefined if it is out of the way. Throws if the purchase is not possible.
 */
export async function resolveExisting(
  ctx: MemberContext,
  existing: SubscriptionRecord,
  offer: Offer,
  signal: AbortSignal,
): Promise<KnownSubscription | 'underWay' | undefined> {
  const age = wallClock() - existing.created_at.getTime();
  if (!hasProviderId(existing)) {
    if (age < CREATION_TIMEOUT_MS && existing.plan !== offer.plan) throw new AppError('conflict');
    if (age < CREATION_TIMEOUT_MS) return 'underWay';
    await deleteUnconfirmed(ctx, existing.id);
    return undefined;
  }
  const status = subscriptionStatus(existing);
  if (status !== 'pending' && status !== 'ended') throw new AppError('already_premium');
  if (existing.provider !== ctx.payments.name) {
    // The operator changed the provider. The old one can't be asked any more.
    await updateSubscription(ctx, existing.id, { closed_at: new Date() });
    return undefined;
  }
  if (status === 'pending' && age < CHECKOUT_REUSE_MS && matchesOffer(existing, offer))
    return existing;
  return clearExisting(ctx, existing, signal);
}

/** Prices may have changed. People pay what the page says now. */
function matchesOffer(existing: SubscriptionRecord, offer: Offer): boolean {
  return (
    existing.plan === offer.plan &&
    existing.amount === offer.amount &&
    existing.provider_plan === offer.provider_plan
  );
}

async function clearExisting(
  ctx: MemberContext,
  existing: KnownSubscription,
  signal: AbortSignal,
): Promise<undefined> {
  // The person may have paid, and the event is still on its way.
  let found = await refreshSubscription(ctx, existing, signal);
  const status = subscriptionStatus(found);
  if (!found.closed_at && (status === 'pending' || status === 'ended')) {
    await ctx.payments.cancel(ctx, found.provider_id, 'now', signal);
    found = await refreshSubscription(ctx, found, signal);
  }
  if (!found.closed_at) throw new AppError('already_premium');
  return undefined;
}
