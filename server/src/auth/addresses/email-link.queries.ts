import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';

/** Stores the address that a person has to confirm. It replaces an earlier one, so only the newest link works. */
export async function upsertEmailLink(
  ctx: Context,
  userId: string,
  email: string,
  expiresAt: Date,
): Promise<void> {
  const link = { email, token_hash: null, expires_at: expiresAt };
  await ctx.db
    .insertInto('email_links')
    .values({ user_id: userId, ...link })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(link))
    .execute();
}

/** Finds the address that waits for its confirmation. */
export async function findEmailLink(ctx: Context, userId: string) {
  return ctx.db.reads
    .selectFrom('email_links')
    .innerJoin('users', 'users.id', 'email_links.user_id')
    .select(['users.full_name', 'users.language', 'email_links.email', 'email_links.expires_at'])
    .where('email_links.user_id', '=', userId)
    .where('users.id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

/** Sets the token of the link to an address. Returns false if the person asked for another address meanwhile. */
export async function setEmailLinkToken(
  ctx: Context,
  userId: string,
  email: string,
  tokenHash: Buffer,
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('email_links')
    .set({ token_hash: tokenHash })
    .where('user_id', '=', userId)
    .where('email', '=', email)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Uses a link and returns its address. Returns undefined if the link is unknown, used or expired. */
export async function takeEmailLink(
  ctx: Context,
  userId: string,
  tokenHash: Buffer,
): Promise<string | undefined> {
  const row = await ctx.db
    .deleteFrom('email_links')
    .where('user_id', '=', userId)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('email')
    .executeTakeFirst();
  return row?.email;
}

export async function deleteEmailLink(ctx: Context, userId: string): Promise<void> {
  await ctx.db.deleteFrom('email_links').where('user_id', '=', userId).execute();
}

export async function deleteExpiredEmailLinks(ctx: Context): Promise<void> {
  await ctx.db
    .deleteFrom('email_links')
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute();
}
