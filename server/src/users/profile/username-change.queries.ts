import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';

/** Reads a person's username and when it last changed. Locks the account, so changes happen one after the other. */
export async function lockUsername(ctx: Context, userId: string) {
  const account = await ctx.db
    .selectFrom('accounts')
    .select('username_changed_at')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  const user = await ctx.db
    .selectFrom('users')
    .select('username')
    .where('id', '=', userId)
    .executeTakeFirst();
  return account && user && { ...account, ...user };
}

/** Takes a name. The primary key refuses one that somebody else has. */
export async function insertUsername(ctx: Context, userId: string, name: string): Promise<void> {
  await ctx.db
    .insertInto('usernames')
    .values({ name: name.toLowerCase(), user_id: userId })
    .execute();
}

export async function deleteUsername(ctx: Context, userId: string, name: string): Promise<void> {
  await ctx.db
    .deleteFrom('usernames')
    .where('name', '=', name.toLowerCase())
    .where('user_id', '=', userId)
    .execute();
}

export async function updateUsername(
  ctx: Context,
  userId: string,
  username: string,
): Promise<void> {
  await ctx.db
    .updateTable('users')
    // Pages of other sites link to the old address of the profile.
    .set({ username, verified_links: [] })
    .where('id', '=', userId)
    .execute();
  await ctx.db
    .updateTable('accounts')
    .set({ username_changed_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .execute();
}
