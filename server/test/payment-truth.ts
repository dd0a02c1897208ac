import type { FakeProvider, Truth } from './fake-provider.ts';

const DAY = 86_400_000;
/** Days a payment that failed is tried again. */
const GRACE = 3 * DAY;

export const lastEnd = ({ payments }: Truth) => payments.at(-1)?.periodEnd.getTime() ?? 0;
const goesOn = ({ status, isEnding }: Truth) =>
  (status === 'live' || status === 'retrying') && !isEnding;

/** Until when one gives Premium, as the provider has it. */
function endOf(truth: Truth): number {
  if (truth.payments.length === 0) return 0;
  return lastEnd(truth) + (truth.order.plan === 'Monthly' && goesOn(truth) ? GRACE : 0);
}

export const isPremium = (truth: Truth) => Date.now() < endOf(truth);

/** The latest that anybody could still believe there to be Premium, whatever did not get through. */
export function latestEnd(truth: Truth): number {
  const mayGoOn = truth.order.plan === 'Monthly' && !truth.isEnding && truth.payments.length > 0;
  return lastEnd(truth) + (mayGoOn ? GRACE : 0);
}

export function standingOf(truth: Truth): string {
  if (truth.payments.length === 0) return truth.status === 'unpaid' ? 'pending' : 'ended';
  if (!isPremium(truth)) return 'ended';
  if (truth.order.plan === 'Annual') return 'active';
  if (!goesOn(truth)) return 'cancelled';
  return Date.now() >= lastEnd(truth) && truth.status === 'retrying' ? 'grace' : 'active';
}

export function truthsOf(provider: FakeProvider, userId: string): Truth[] {
  return [...provider.all.keys()]
    .map((id) => provider.truthOf(id))
    .filter(({ order }) => order.userId === userId);
}
