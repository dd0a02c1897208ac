import { sql, type Insertable } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import type { Tables } from '../../platform/database/tables.ts';

/** Stores a link. It replaces any earlier one, so only the newest works. */
export async function upsertReset(
  ctx: Context,
  reset: Insertable<Tables['password_resets']>,
): Promise<void> {
  await ctx.db
    .insertInto('password_resets')
    .values(reset)
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ token_hash: reset.token_hash, expires_at: reset.expires_at }),
    )
    .execute();
}

/** Finds the owner of a link without consuming it. Returns undefined if it is unknown, used or expired. */
export async function findReset(ctx: Context, tokenHash: Buffer): Promise<string | undefined> {
  const row = await ctx.db.reads
    .selectFrom('password_resets')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row?.user_id;
}

/** Consumes a link and returns its owner. Returns undefined if it is unknown, used or expired. */
export async function consumeReset(ctx: Context, tokenHash: Buffer): Promise<string | undefined> {
  const row = await ctx.db
    .deleteFrom('password_resets')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

/** An unused link must not survive a change of the password that it would replace. */
export async function deleteReset(ctx: Context, userId: string): Promise<void> {
  await ctx.db.deleteFrom('password_resets').where('user_id', '=', userId).execute();
}

export async function deleteExpiredResets(ctx: Context): Promise<void> {
  await ctx.db
    .deleteFrom('password_resets')
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute();
}
