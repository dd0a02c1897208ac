import type { SubscriptionState } from '@roost/contract/subscription';
import type { SubscriptionRecord } from '../db/tables.ts';

const DAY = 86_400_000;
/** How long Premium goes on while a payment that failed is tried again. */
export const GRACE = 3 * DAY;

type Known = Pick<
  SubscriptionRecord,
  'plan' | 'phase' | 'paid_until' | 'cancelled_at' | 'closed_at'
>;

/** Until when a subscription gives Premium, whatever becomes of it from now on; null where nothing was paid. */
export function premiumUntil(known: Known): Date | null {
  const { paid_until: paid } = known;
  return paid && renews(known) ? new Date(paid.getTime() + GRACE) : paid;
}

/** How a subscription stands at a moment: from what is known of it and the clock, so that nothing need tell us of an end. */
export function standingOf(known: Known, now = Date.now()): SubscriptionState {
  const { paid_until: paid, cancelled_at, closed_at, phase, plan } = known;
  if (!paid) return closed_at || phase === 'over' || phase === 'lapsed' ? 'ended' : 'pending';
  if (now >= (premiumUntil(known)?.getTime() ?? 0)) return 'ended';
  if (now >= paid.getTime()) return 'grace';
  return cancelled_at || (plan === 'Monthly' && phase === 'over') ? 'cancelled' : 'active';
}

/** Whether another payment is to be expected. */
function renews({ plan, phase, cancelled_at }: Known): boolean {
  return plan === 'Monthly' && phase === 'live' && !cancelled_at;
}
