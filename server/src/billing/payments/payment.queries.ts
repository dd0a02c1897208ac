import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Context } from '../../kernel/context.ts';
import type { SubscriptionRecord } from '../../platform/database/tables.ts';
import type { ProviderEvent, ProviderPayment } from '../provider/payment-provider.ts';

/**
 * Stores the payments that the provider reports, each one once. Returns the ids of the new ones. A payment that is
 * known for another subscription stays there. A paid period never gets shorter, except by the sandbox's clock.
 */
export async function upsertPayments(
  ctx: Pick<Context, 'db'>,
  { id, user_id, provider }: SubscriptionRecord,
  payments: ProviderPayment[],
): Promise<string[]> {
  if (payments.length === 0) return [];
  // Two invoices can name the same payment.
  const byId = [...new Map(payments.map((payment) => [payment.id, payment])).values()];
  const rows = await ctx.db
    .insertInto('payments')
    .values(
      byId.map((payment) => ({
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
    // `xmax` is 0 only for a row that this statement inserted, not for one that it updated.
    .returning(['id', sql<boolean>`xmax = 0`.as('is_new')])
    .execute();
  return rows.flatMap((row) => (row.is_new ? [row.id] : []));
}

/** Finds the start of the first paid period and the end of the last one, or nulls. */
export async function findPaidSpan(ctx: Context, subscriptionId: string) {
  return ctx.db.reads
    .selectFrom('payments')
    .select(({ fn }) => [
      fn.min<Date | null>('period_start').as('from'),
      fn.max<Date | null>('period_end').as('until'),
    ])
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirstOrThrow();
}

export async function listPaymentsOf(ctx: Context, userId: string, limit: number) {
  return ctx.db.reads
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
    .limit(limit)
    .execute();
}

/** Inserts an event and returns its id. Returns undefined if the same event was received before. */
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
  return ctx.db.reads
    .selectFrom('payment_events')
    .select(['id', 'provider', 'subscription', 'handled_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function recordOutcome(ctx: Context, id: string, outcome: string): Promise<void> {
  await ctx.db
    .updateTable('payment_events')
    .set({ handled_at: sql<Date>`now()`, outcome })
    .where('id', '=', id)
    .execute();
}

/** Deletes events older than a year. The payments themselves hold the same facts. */
export async function deleteOldEvents(ctx: Pick<Context, 'db'>): Promise<void> {
  await ctx.db
    .deleteFrom('payment_events')
    .where('received_at', '<', sql<Date>`now() - interval '1 year'`)
    .execute();
}
