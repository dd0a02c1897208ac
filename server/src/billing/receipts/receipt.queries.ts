import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { inOneStatement } from '../../platform/database/transaction.ts';

export async function findReceipt(ctx: Context, paymentId: string) {
  return ctx.db.reads
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

/** Finds the name and email address for a receipt. Undefined if the account was erased. */
export async function findRecipient(ctx: Context, userId: string) {
  return ctx.db.reads
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.user_id', 'users.id')
    .select(['users.full_name', 'users.language', 'accounts.email'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
}

/** Tries again after a deadlock. Otherwise the job would fail after its mail, and the next run would send another. */
export async function markReceiptSent(ctx: Context, paymentId: string): Promise<void> {
  await inOneStatement(ctx, async ({ db }) =>
    db
      .updateTable('payments')
      .set({ receipt_sent_at: sql<Date>`now()` })
      .where('id', '=', paymentId)
      .execute(),
  );
}

/** Lists payments of the last month without a receipt after a day, because their job may have failed. */
export async function listUnsentReceipts(ctx: Pick<Context, 'db'>): Promise<string[]> {
  const rows = await ctx.db.reads
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
