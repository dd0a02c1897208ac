import type { SubscriptionState } from '@roost/contract/subscription';
import type { SubscriptionRecord } from '../db/tables.ts';

const DAY = 86_400_000;
/** How long Premium goes on while a payment that failed is tried again. */
export const GRACE = 3 * DAY;

type Known = Pick<
  SubscriptionRecord,
  'plan' | 'phase' | 'is_retrying' | 'paid_until' | 'cancelled_at' | 'closed_at'
>;

/** Until when a subscription gives Premium, whatever becomes of it from now on; null where nothing was paid. */
export function premiumUntil(known: Known): Date | null {
  const { paid_until: paid } = known;
  return paid && mayGoOn(known, paid) ? new Date(paid.getTime() + GRACE) : paid;
}

/**
 * How a subscription stands at a moment: from what is known of it and the clock, so that nothing need tell us of an
 * end. Between the end of what is paid and news of the renewal it goes on as it was: grace is when a payment has failed.
 */
export function standingOf(known: Known, now = Date.now()): SubscriptionState {
  const { paid_until: paid, cancelled_at, closed_at, phase, plan } = known;
  if (!paid) return closed_at || phase === 'over' || phase === 'lapsed' ? 'ended' : 'pending';
  if (now >= (premiumUntil(known)?.getTime() ?? 0)) return 'ended';
  if (cancelled_at || (plan === 'Monthly' && phase !== 'live')) return 'cancelled';
  return now >= paid.getTime() && known.is_retrying ? 'grace' : 'active';
}

/** Whether another payment may yet be on its way to us. */
function mayGoOn({ plan, phase, is_retrying, cancelled_at }: Known, paid: Date): boolean {
  if (plan !== 'Monthly' || phase !== 'live') return false;
  // Cancelled while the renewal was being confirmed: that one still counts.
  return !cancelled_at || (cancelled_at >= paid && !is_retrying);
}
