import type { Insertable, Updateable } from 'kysely';
import type { Context } from '../../../kernel/context.ts';
import { earlier } from '../../../platform/database/earlier.ts';
import type { SandboxRecord, Tables } from '../../../platform/database/tables.ts';

const columns = [
  'id',
  'customer_id',
  'name',
  'email',
  'plan',
  'amount',
  'status',
  'ends_with_period',
  'period_end',
  'failed_attempts',
  'created_at',
] as const satisfies (keyof SandboxRecord)[];

export async function insertSandbox(
  ctx: Pick<Context, 'db'>,
  row: Insertable<Tables['sandbox_subscriptions']>,
): Promise<void> {
  await ctx.db.insertInto('sandbox_subscriptions').values(row).execute();
}

export async function findSandbox(ctx: Context, id: string) {
  return ctx.db.reads
    .selectFrom('sandbox_subscriptions')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Finds a customer's newest subscription that was ever paid. */
export async function findLastPaid(ctx: Context, customerId: string) {
  return ctx.db.reads
    .selectFrom('sandbox_subscriptions')
    .select(columns)
    .where('customer_id', '=', customerId)
    .where('period_end', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function lockSandbox(ctx: Context, id: string) {
  return ctx.db
    .selectFrom('sandbox_subscriptions')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateSandbox(
  ctx: Context,
  id: string,
  change: Updateable<Tables['sandbox_subscriptions']>,
): Promise<void> {
  await ctx.db.updateTable('sandbox_subscriptions').set(change).where('id', '=', id).execute();
}

export async function findPayments(ctx: Context, subscriptionId: string) {
  return ctx.db.reads
    .selectFrom('sandbox_payments')
    .select(['id', 'amount', 'paid_at', 'period_start', 'period_end'])
    .where('subscription_id', '=', subscriptionId)
    .orderBy('period_end', 'desc')
    .limit(100)
    .execute();
}

export async function insertPayment(
  ctx: Pick<Context, 'db'>,
  payment: Insertable<Tables['sandbox_payments']>,
): Promise<void> {
  await ctx.db.insertInto('sandbox_payments').values(payment).execute();
}

/** Simulates the passing of time: moves all dates of a subscription `by` milliseconds into the past. */
export async function shiftBack(ctx: Context, id: string, by: number): Promise<void> {
  const seconds = by / 1_000;
  await ctx.db
    .updateTable('sandbox_payments')
    .set({
      paid_at: earlier('paid_at', seconds),
      period_start: earlier('period_start', seconds),
      period_end: earlier('period_end', seconds),
    })
    .where('subscription_id', '=', id)
    .execute();
  await ctx.db
    .updateTable('sandbox_subscriptions')
    .set({ period_end: earlier('period_end', seconds) })
    .where('id', '=', id)
    .execute();
}
