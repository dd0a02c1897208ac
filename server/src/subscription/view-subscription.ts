import type { Payment, SubscriptionStatus } from '@roost/contract/subscription';
import type { MemberContext } from '../context.ts';
import { listPaymentsOf } from './payment.queries.ts';
import { standingOf } from './standing.ts';
import { findNewest } from './subscription.queries.ts';

const HISTORY = 100;
const PAISE = 100;

/** The viewer's newest subscription, in the words of contract §7. */
export async function viewSubscription(ctx: MemberContext): Promise<SubscriptionStatus> {
  const isActive = ctx.viewer.tier === 'premium';
  const newest = await findNewest(ctx, ctx.viewer.id);
  if (!newest) {
    const none = { plan: null, status: null, startDate: null, endDate: null };
    return { isActive, ...none, paymentProvider: null, cancelAtPeriodEnd: false };
  }
  const status = standingOf(newest);
  return {
    isActive,
    plan: newest.plan,
    status,
    startDate: newest.started_at?.toISOString() ?? null,
    endDate: newest.paid_until?.toISOString() ?? null,
    paymentProvider: newest.provider,
    cancelAtPeriodEnd: status === 'cancelled',
  };
}

export async function viewPayments(ctx: MemberContext): Promise<Payment[]> {
  const rows = await listPaymentsOf(ctx, ctx.viewer.id, HISTORY);
  return rows.map((row) => ({
    _id: row.id,
    plan: row.plan,
    amount: row.amount / PAISE,
    currency: row.currency,
    paidAt: row.paid_at.toISOString(),
    periodStart: row.period_start.toISOString(),
    periodEnd: row.period_end.toISOString(),
  }));
}
