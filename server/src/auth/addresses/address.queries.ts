import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';

export async function findEmail(ctx: Context, userId: string) {
  return ctx.db.reads
    .selectFrom('accounts')
    .select(['email', 'email_verified_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export async function setEmail(ctx: Context, userId: string, email: string): Promise<void> {
  await ctx.db.updateTable('accounts').set({ email }).where('user_id', '=', userId).execute();
}

/** Stores since when the address is verified. */
export async function setEmailVerifiedAt(
  ctx: Context,
  userId: string,
  verifiedAt: Date | null,
): Promise<void> {
  await ctx.db
    .updateTable('accounts')
    .set({ email_verified_at: verifiedAt })
    .where('user_id', '=', userId)
    .execute();
}

/** Marks the address as verified from now on, unless it was verified before. */
export async function markEmailVerified(ctx: Context, userId: string): Promise<void> {
  await ctx.db
    .updateTable('accounts')
    .set({ email_verified_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('email_verified_at', 'is', null)
    .execute();
  await ctx.db
    .updateTable('users')
    .set({ unknown_as: 'new' })
    .where('id', '=', userId)
    .where('unknown_as', '=', 'unverified')
    .execute();
}

/** Takes an address. The primary key refuses one that somebody else has or holds. */
export async function insertEmail(ctx: Context, userId: string, email: string): Promise<void> {
  await ctx.db
    .insertInto('emails')
    .values({ email: email.toLowerCase(), user_id: userId })
    .execute();
}

/** Gives an address free at once. */
export async function deleteEmail(ctx: Context, userId: string, email: string): Promise<void> {
  await ctx.db
    .deleteFrom('emails')
    .where('email', '=', email.toLowerCase())
    .where('user_id', '=', userId)
    .execute();
}

/** Keeps an address that a person gave up from others until then. It signs nobody in meanwhile. */
export async function holdEmail(
  ctx: Context,
  userId: string,
  email: string,
  until: Date,
): Promise<void> {
  await ctx.db
    .updateTable('emails')
    .set({ held_until: until })
    .where('email', '=', email.toLowerCase())
    .where('user_id', '=', userId)
    .execute();
}

export async function deleteHeldEmails(ctx: Context): Promise<void> {
  await ctx.db
    .deleteFrom('emails')
    .where('held_until', '<=', sql<Date>`now()`)
    .execute();
}

/** Returns true once in a day for each account. */
export async function claimTakenAddressMail(ctx: Context, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('accounts')
    .set({ address_tried_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where((where) =>
      where.or([
        where('address_tried_at', 'is', null),
        where('address_tried_at', '<', sql<Date>`now() - interval '1 day'`),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
