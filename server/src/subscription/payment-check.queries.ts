import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Tables } from '../db/tables.ts';

export type PaymentCheck = Required<Omit<Insertable<Tables['payment_checks']>, 'ended_at'>>;

/** Keeps what came of a run, and of earlier ones no more than a day's. */
export async function keepCheck(ctx: Pick<Context, 'db'>, check: PaymentCheck): Promise<void> {
  await ctx.db.insertInto('payment_checks').values(check).execute();
  await ctx.db
    .deleteFrom('payment_checks')
    .where('ended_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
}
