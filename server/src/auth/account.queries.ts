import { sql, type Insertable } from 'kysely';
import type { Context } from '../context.ts';
import type { Tables } from '../db/tables.ts';
import { findUserIdByName } from '../users/name.queries.ts';

/** Takes the name and the address first: of two who want one, the other waits for it and is refused. */
export async function insertAccount(
  ctx: Context,
  user: Insertable<Tables['users']>,
  account: Omit<Insertable<Tables['accounts']>, 'user_id'>,
): Promise<void> {
  const user_id = user.id;
  const name = user.username.toLowerCase();
  await ctx.db.insertInto('usernames').values({ name, user_id }).execute();
  await ctx.db
    .insertInto('emails')
    .values({ email: account.email.toLowerCase(), user_id })
    .execute();
  await ctx.db.insertInto('users').values(user).execute();
  await ctx.db
    .insertInto('accounts')
    .values({ ...account, user_id })
    .execute();
  await ctx.db.insertInto('user_stats').values({ user_id }).execute();
}

/** Whom an e-mail address or username names, in any case. */
export async function findAccount(ctx: Context, emailOrUsername: string) {
  const key = emailOrUsername.toLowerCase();
  const id = key.includes('@')
    ? await findUserIdByEmail(ctx, key)
    : await findUserIdByName(ctx, key);
  if (id === undefined) return undefined;
  return ctx.db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.user_id', 'users.id')
    .select([
      'users.id',
      'users.username',
      'users.full_name',
      'users.premium_until',
      'accounts.email',
      'accounts.password_hash',
    ])
    .where('users.id', '=', id)
    .executeTakeFirst();
}

async function findUserIdByEmail(ctx: Context, email: string): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('emails')
    .select('user_id')
    .where('email', '=', email)
    .executeTakeFirst();
  return row?.user_id;
}

export async function getAccount(ctx: Context, userId: string) {
  return ctx.db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.user_id', 'users.id')
    .select(['users.id', 'users.username', 'accounts.email', 'accounts.password_hash'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
}

export async function setPasswordHash(
  ctx: Context,
  userId: string,
  passwordHash: string,
): Promise<void> {
  await ctx.db
    .updateTable('accounts')
    .set({ password_hash: passwordHash })
    .where('user_id', '=', userId)
    .execute();
}

/** The hash, its row locked: sessions and passwords of one person change one after the other. */
export async function lockPasswordHash(ctx: Context, userId: string): Promise<string> {
  const row = await ctx.db
    .selectFrom('accounts')
    .select('password_hash')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row.password_hash;
}

/** Replaces any link sent before, so that only the newest works. */
export async function putReset(
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

/** Uses a link up; undefined when it is unknown, used or old. */
export async function takeReset(ctx: Context, tokenHash: Buffer): Promise<string | undefined> {
  const row = await ctx.db
    .deleteFrom('password_resets')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

/** A link that was not used yet must not outlive the password it would replace. */
export async function deleteReset(ctx: Context, userId: string): Promise<void> {
  await ctx.db.deleteFrom('password_resets').where('user_id', '=', userId).execute();
}

export async function deleteExpiredResets(ctx: Context): Promise<void> {
  await ctx.db
    .deleteFrom('password_resets')
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute();
}
