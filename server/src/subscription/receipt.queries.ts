import { sql } from 'kysely';
import type { Context } from '../context.ts';

export async function findReceipt(ctx: Context, paymentId: string) {
  return ctx.db
    .selectFrom('payments')
    .innerJoin('subscriptions', 'subscriptions.id', 'payments.subscription_id')
    .select([
      'payments.id',
      'payments.user_id',
      'payments.provider',
      'payments.provider_id',
      'payments.amount',
      'payments.currency',
      'payments.paid_at',
      'payments.period_start',
      'payments.period_end',
      'payments.receipt_sent_at',
      'subscriptions.plan',
    ])
    .where('payments.id', '=', paymentId)
    .executeTakeFirst();
}

/** To whom a receipt goes. */
export async function findAddressee(ctx: Context, userId: string) {
  return ctx.db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.user_id', 'users.id')
    .select(['users.full_name', 'accounts.email'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
}

export async function noteReceipt(ctx: Context, paymentId: string): Promise<void> {
  await ctx.db
    .updateTable('payments')
    .set({ receipt_sent_at: sql<Date>`now()` })
    .where('id', '=', paymentId)
    .execute();
}

/** Of the last month, those whose receipt has not gone out within a day: its job may have given up. */
export async function findUnsent(ctx: Pick<Context, 'db'>): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('payments')
    .select('id')
    .where('receipt_sent_at', 'is', null)
    .where('paid_at', '>', sql<Date>`now() - interval '30 days'`)
    .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
    .orderBy('created_at')
    .limit(100)
    .execute();
  return rows.map(({ id }) => id);
}
