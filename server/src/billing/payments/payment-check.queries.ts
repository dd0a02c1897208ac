import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import type { Tables } from '../../platform/database/tables.ts';

export type PaymentCheck = Required<Omit<Insertable<Tables['payment_checks']>, 'ended_at'>>;

/** Stores the result of one reconciliation, and deletes results older than a day. */
export async function insertPaymentCheck(
  ctx: Pick<Context, 'db'>,
  check: PaymentCheck,
): Promise<void> {
  await ctx.db.insertInto('payment_checks').values(check).execute();
  await ctx.db
    .deleteFrom('payment_checks')
    .where('ended_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
}
