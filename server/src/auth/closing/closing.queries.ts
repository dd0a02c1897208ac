import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { exec, one } from '../../platform/database/query.ts';

const closing = { closed_at: 'timestamptz', deletes_at: 'timestamptz' } as const;

/**
 * Closes an account, and hides the person. Returns the time of the erasure, in `days`, which may be a fraction. A repeated call can
 * only bring it forward.
 */
export async function insertClosing(ctx: Context, userId: string, days: number): Promise<Date> {
  const inserted = await one(
    ctx.db,
    closing,
    sql`insert into account_closings as closing (user_id, deletes_at)
      values (${userId}, now() + ${days * 86_400}::float8 * interval '1 second')
      on conflict (user_id) do update set deletes_at = least(closing.deletes_at, excluded.deletes_at)
      returning closed_at, deletes_at`,
  );
  if (!inserted) throw new Error('closing not stored');
  await exec(
    ctx.db,
    sql`insert into hidden_users (user_id, reason) values (${userId}, 'closing') on conflict do nothing`,
  );
  return inserted.deletes_at;
}

/** Finds the closing of an account, also while the erasure runs. */
export async function findClosing(ctx: Context, userId: string) {
  return one(
    ctx.db.reads,
    closing,
    sql`select closed_at, deletes_at from account_closings where user_id = ${userId}`,
  );
}

/**
 * Undoes the closing of an account, or only the one of that time. Returns false if there is no such closing, or if the erasure has
 * begun.
 */
export async function deleteClosing(
  ctx: Context,
  userId: string,
  closedAt?: Date,
): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('account_closings')
    .where('user_id', '=', userId)
    // A date of JavaScript has milliseconds only.
    .$if(closedAt !== undefined, (query) =>
      // In a zone of its own, because Citus refuses functions of a column that depend on a setting.
      query.where(
        sql<Date>`date_trunc('milliseconds', closed_at at time zone 'UTC') at time zone 'UTC'`,
        '=',
        closedAt!,
      ),
    )
    .where('erasing_since', 'is', null)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await ctx.db
    .deleteFrom('hidden_users')
    .where('user_id', '=', userId)
    .where('reason', '=', 'closing')
    .execute();
  return true;
}
