import type { Payment, SubscriptionStatus } from '@roost/contract/billing';
import type { MemberContext } from '../../kernel/context.ts';
import { listPaymentsOf } from '../payments/payment.queries.ts';
import { subscriptionStatus } from './subscription-status.ts';
import { findCurrent } from './subscription.queries.ts';

const MAX_PAYMENTS_SHOWN = 100;
const PAISE_PER_RUPEE = 100;

/** Presents the viewer's current subscription. */
export async function presentSubscription(ctx: MemberContext): Promise<SubscriptionStatus> {
  const isActive = ctx.viewer.tier === 'premium';
  const current = await findCurrent(ctx, ctx.viewer.id);
  if (!current) {
    const none = { plan: null, status: null, startDate: null, endDate: null };
    return { isActive, ...none, paymentProvider: null, cancelAtPeriodEnd: false };
  }
  const status = subscriptionStatus(current);
  return {
    isActive,
    plan: current.plan,
    status,
    startDate: current.started_at?.toISOString() ?? null,
    endDate: current.paid_until?.toISOString() ?? null,
    paymentProvider: current.provider,
    cancelAtPeriodEnd: status === 'cancelled',
  };
}

export async function presentPayments(ctx: MemberContext): Promise<Payment[]> {
  const rows = await listPaymentsOf(ctx, ctx.viewer.id, MAX_PAYMENTS_SHOWN);
  return rows.map((row) => ({
    _id: row.id,
    plan: row.plan,
    amount: row.amount / PAISE_PER_RUPEE,
    currency: row.currency,
    paidAt: row.paid_at.toISOString(),
    periodStart: row.period_start.toISOString(),
    periodEnd: row.period_end.toISOString(),
  }));
}
