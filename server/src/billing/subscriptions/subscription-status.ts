import type { SubscriptionState } from '@roost/contract/billing';
import type { SubscriptionRecord } from '../../platform/database/tables.ts';
import { wallClock } from '../../lib/wall-clock.ts';

const DAY_MS = 86_400_000;
/** How long Premium continues while the provider retries a failed payment. */
const GRACE_MS = 3 * DAY_MS;

type StatusFields = Pick<
  SubscriptionRecord,
  'plan' | 'phase' | 'is_retrying' | 'paid_until' | 'cancelled_at' | 'closed_at'
>;

/** Returns when Premium of a subscription ends if nothing else happens. Returns null if nothing was paid. */
export function premiumUntil(subscription: StatusFields): Date | null {
  const { paid_until: paidUntil } = subscription;
  return paidUntil && mayRenew(subscription, paidUntil)
    ? new Date(paidUntil.getTime() + GRACE_MS)
    : paidUntil;
}

/**
 * Derives the status of a subscription from its row and the clock, so no event is needed for an end. After the paid
 * period, a subscription stays active until the renewal is confirmed. It enters grace only if a payment failed.
 */
export function subscriptionStatus(
  subscription: StatusFields,
  now = wallClock(),
): SubscriptionState {
  const { paid_until: paidUntil, cancelled_at, closed_at, phase, plan } = subscription;
  if (!paidUntil) return closed_at || phase === 'over' || phase === 'lapsed' ? 'ended' : 'pending';
  if (now >= (premiumUntil(subscription)?.getTime() ?? 0)) return 'ended';
  if (cancelled_at || (plan === 'Monthly' && phase !== 'live')) return 'cancelled';
  return now >= paidUntil.getTime() && subscription.is_retrying ? 'grace' : 'active';
}

/** Whether another payment may still arrive. */
function mayRenew(
  { plan, phase, is_retrying, cancelled_at }: StatusFields,
  paidUntil: Date,
): boolean {
  if (plan !== 'Monthly' || phase !== 'live') return false;
  // The cancellation came while a renewal was in progress. That renewal still counts.
  return !cancelled_at || (cancelled_at >= paidUntil && !is_retrying);
}
