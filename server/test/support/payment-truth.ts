import type { FakeProvider, Truth } from './fake-provider.ts';

const DAY = 86_400_000;
/** Milliseconds for which the provider retries a failed payment. */
const GRACE_MS = 3 * DAY;

export const lastEnd = ({ payments }: Truth) => payments.at(-1)?.periodEnd.getTime() ?? 0;
const renews = ({ status, isEnding }: Truth) =>
  (status === 'live' || status === 'retrying') && !isEnding;

/** Returns when Premium of this subscription ends, by the provider's state. */
function endOf(truth: Truth): number {
  if (truth.payments.length === 0) return 0;
  return lastEnd(truth) + (truth.order.plan === 'Monthly' && renews(truth) ? GRACE_MS : 0);
}

export const isPremium = (truth: Truth) => Date.now() < endOf(truth);

/** Returns the latest possible end of Premium if any number of events got lost. */
export function latestEnd(truth: Truth): number {
  const mayRenew = truth.order.plan === 'Monthly' && !truth.isEnding && truth.payments.length > 0;
  return lastEnd(truth) + (mayRenew ? GRACE_MS : 0);
}

export function subscriptionStatus(truth: Truth): string {
  if (truth.payments.length === 0) return truth.status === 'unpaid' ? 'pending' : 'ended';
  if (!isPremium(truth)) return 'ended';
  if (truth.order.plan === 'Annual') return 'active';
  if (!renews(truth)) return 'cancelled';
  return Date.now() >= lastEnd(truth) && truth.status === 'retrying' ? 'grace' : 'active';
}

export function truthsOf(provider: FakeProvider, userId: string): Truth[] {
  return [...provider.all.keys()]
    .map((id) => provider.truthOf(id))
    .filter(({ order }) => order.userId === userId);
}
