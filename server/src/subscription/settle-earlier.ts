import { AppError } from '@roost/contract/errors';
import type { PlanName } from '@roost/contract/subscription';
import type { MemberContext } from '../context.ts';
import type { KnownSubscription, SubscriptionRecord } from '../db/tables.ts';
import { standingOf } from './standing.ts';
import { deleteBegun, isKnown, updateSubscription } from './subscription.queries.ts';
import { syncSubscription } from './sync-subscription.ts';

/** Milliseconds a checkout is given out again; well within what providers keep it open. */
export const CHECKOUT_FRESH = 20 * 3_600_000;
/** Milliseconds after which one that is being begun was left so by a node that is gone. */
export const BEGINNING = 15_000;

/** What somebody is to pay for, as it is kept. */
export type Offer = Pick<SubscriptionRecord, 'amount' | 'provider_plan'> & { plan: PlanName };

/** What becomes of the one there is: given again, in the way, being begun this moment, or out of the way (undefined). */
export async function settleEarlier(
  ctx: MemberContext,
  live: SubscriptionRecord,
  offer: Offer,
  signal: AbortSignal,
): Promise<KnownSubscription | 'underWay' | undefined> {
  const age = Date.now() - live.created_at.getTime();
  if (!isKnown(live)) {
    if (age < BEGINNING && live.plan !== offer.plan) throw new AppError('conflict');
    if (age < BEGINNING) return 'underWay';
    await deleteBegun(ctx, live.id);
    return undefined;
  }
  const standing = standingOf(live);
  if (standing !== 'pending' && standing !== 'ended') throw new AppError('already_premium');
  if (live.provider !== ctx.payments.name) {
    // Whoever runs the place changed providers; that one can't be asked any more.
    await updateSubscription(ctx, live.id, { closed_at: new Date() });
    return undefined;
  }
  if (standing === 'pending' && age < CHECKOUT_FRESH && isFor(live, offer)) return live;
  return clear(ctx, live, signal);
}

/** Prices may have changed since: what is paid is what the page says now. */
function isFor(live: SubscriptionRecord, offer: Offer): boolean {
  return (
    live.plan === offer.plan &&
    live.amount === offer.amount &&
    live.provider_plan === offer.provider_plan
  );
}

async function clear(
  ctx: MemberContext,
  live: KnownSubscription,
  signal: AbortSignal,
): Promise<undefined> {
  // Paid after all, perhaps, and the news still on its way.
  let found = await syncSubscription(ctx, live, signal);
  const standing = standingOf(found);
  if (!found.closed_at && (standing === 'pending' || standing === 'ended')) {
    await ctx.payments.cancel(ctx, found.provider_id, 'now', signal);
    found = await syncSubscription(ctx, found, signal);
  }
  if (!found.closed_at) throw new AppError('already_premium');
  return undefined;
}
