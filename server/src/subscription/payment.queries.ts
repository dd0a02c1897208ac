import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Context } from '../context.ts';
import type { SubscriptionRecord } from '../db/tables.ts';
import type { ProviderEvent, ProviderPayment } from '../payments/payment-provider.ts';

/**
 * Keeps what the provider says was paid, each payment once, and returns the ids of those that are new. A payment
 * already known for another subscription stays that one's. What was paid for is never made shorter, but by the
 * sandbox's clock.
 */
export async function keepPayments(
  ctx: Pick<Context, 'db'>,
  { id, user_id, provider }: SubscriptionRecord,
  payments: ProviderPayment[],
): Promise<string[]> {
  if (payments.length === 0) return [];
  // Two bills of one payment are one payment.
  const once = [...new Map(payments.map((payment) => [payment.id, payment])).values()];
  const rows = await ctx.db
    .insertInto('payments')
    .values(
      once.map((payment) => ({
        id: newId(),
        subscription_id: id,
        user_id,
        provider,
        provider_id: payment.id,
        amount: payment.amount,
        currency: payment.currency,
        paid_at: payment.paidAt,
        period_start: payment.periodStart,
        period_end: payment.periodEnd,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .constraint('payments_once')
        .doUpdateSet({
          paid_at: sql<Date>`excluded.paid_at`,
          period_start: sql<Date>`excluded.period_start`,
          period_end: sql<Date>`case when payments.provider = 'sandbox' then excluded.period_end
            else greatest(payments.period_end, excluded.period_end) end`,
        })
        .whereRef('payments.subscription_id', '=', sql`excluded.subscription_id`),
    )
    // A row that was only updated has been there before this transaction.
    .returning(['id', sql<boolean>`xmax = 0`.as('is_new')])
    .execute();
  return rows.flatMap((row) => (row.is_new ? [row.id] : []));
}

/** From the first payment to the end of the last period, of one subscription. */
export async function findPaidSpan(ctx: Context, subscriptionId: string) {
  return ctx.db
    .selectFrom('payments')
    .select(({ fn }) => [
      fn.min<Date | null>('period_start').as('from'),
      fn.max<Date | null>('period_end').as('until'),
    ])
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirstOrThrow();
}

export async function listPaymentsOf(ctx: Context, userId: string, most: number) {
  return ctx.db
    .selectFrom('payments')
    .innerJoin('subscriptions', 'subscriptions.id', 'payments.subscription_id')
    .select([
      'payments.id',
      'subscriptions.plan',
      'payments.amount',
      'payments.currency',
      'payments.paid_at',
      'payments.period_start',
      'payments.period_end',
    ])
    .where('payments.user_id', '=', userId)
    .orderBy('payments.paid_at', 'desc')
    .orderBy('payments.id', 'desc')
    .limit(most)
    .execute();
}

/** Its own id, or undefined where this event has come before. */
export async function insertEvent(
  ctx: Context,
  provider: string,
  event: ProviderEvent,
): Promise<string | undefined> {
  const row = await ctx.db
    .insertInto('payment_events')
    .values({
      id: newId(),
      provider,
      event_id: event.id,
      type: event.type,
      subscription: event.subscription,
      payment: event.payment ?? null,
      amount: event.amount ?? null,
      status: event.status ?? null,
      happened_at: event.happenedAt ?? null,
    })
    .onConflict((conflict) => conflict.constraint('payment_events_once').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function findEvent(ctx: Context, id: string) {
  return ctx.db
    .selectFrom('payment_events')
    .select(['id', 'provider', 'subscription', 'handled_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function noteOutcome(ctx: Context, id: string, outcome: string): Promise<void> {
  await ctx.db
    .updateTable('payment_events')
    .set({ handled_at: sql<Date>`now()`, outcome })
    .where('id', '=', id)
    .execute();
}

/** Whatever was to be told of them, the payments themselves tell as well. */
export async function deleteOldEvents(ctx: Pick<Context, 'db'>): Promise<void> {
  await ctx.db
    .deleteFrom('payment_events')
    .where('received_at', '<', sql<Date>`now() - interval '1 year'`)
    .execute();
}
