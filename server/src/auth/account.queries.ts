import { sql, type Insertable } from 'kysely';
import type { Context } from '../kernel/context.ts';
import type { Tables } from '../platform/database/tables.ts';
import { decoyAccount } from './passwords/hash-password.ts';
import { one } from '../platform/database/query.ts';

/**
 * Inserts the name and the address first. If two people want the same one, the second waits for the first and is
 * refused.
 */
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

/** The first people of a site never count as new: their operator knows them. */
const FIRST_PEOPLE = 50;

/** Tells whether the site has fewer people than this. Asks all shards. */
export async function isSiteSmall(ctx: Context): Promise<boolean> {
  const next = await one(
    ctx.db,
    {},
    sql`select from accounts offset ${sql.lit(FIRST_PEOPLE - 1)} limit 1`,
  );
  return next === undefined;
}

/**
 * Finds an account by its email address or username, in any case. An unknown name costs the same statements, so that
 * the time reveals nothing.
 */
export async function findAccount(ctx: Context, emailOrUsername: string) {
  const key = emailOrUsername.toLowerCase();
  const found = key.includes('@')
    ? await findUserIdByEmail(ctx, key)
    : await findUserIdByName(ctx, key);
  return findAccountById(ctx, found ?? decoyAccount.id);
}

export async function findAccountById(ctx: Context, id: string) {
  return ctx.db.reads
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.user_id', 'users.id')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select([
      'users.id',
      'users.username',
      'users.full_name',
      'users.premium_until',
      'users.language',
      'accounts.email',
      'accounts.password_hash',
      sql<boolean>`second_factors.secret is not null`.as('has_totp'),
    ])
    .where('users.id', '=', id)
    .executeTakeFirst();
}

/** Usernames are compared in any case. */
export async function findUserIdByName(
  ctx: Context,
  username: string,
): Promise<string | undefined> {
  const found = await one(
    ctx.db.reads,
    { user_id: 'uuid' },
    sql`select user_id from usernames where name = ${username.toLowerCase()}`,
  );
  return found?.user_id;
}

/** Addresses are in lower case. A held address belongs to nobody, unless the caller asks for its earlier owner. */
export async function findUserIdByEmail(
  ctx: Context,
  email: string,
  { orHeld = false } = {},
): Promise<string | undefined> {
  const row = await ctx.db.reads
    .selectFrom('emails')
    .select('user_id')
    .where('email', '=', email)
    .$if(!orHeld, (query) => query.where('held_until', 'is', null))
    .executeTakeFirst();
  return row?.user_id;
}

export async function getAccount(ctx: Context, userId: string) {
  return ctx.db.reads
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.user_id', 'users.id')
    .select(['users.id', 'users.username', 'accounts.email', 'accounts.password_hash'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** After an undo, a thief may still know the password. So only a new password by mail allows changes again. */
export async function setResetRequired(
  ctx: Context,
  userId: string,
  isRequired: boolean,
): Promise<void> {
  await ctx.db
    .updateTable('accounts')
    .set({ is_reset_required: isRequired })
    .where('user_id', '=', userId)
    .where('is_reset_required', '=', !isRequired)
    .execute();
}

/** Records the first sign-in. Returns whether this is it. */
export async function markSignedIn(ctx: Context, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('accounts')
    .set({ has_signed_in: true })
    .where('user_id', '=', userId)
    .where('has_signed_in', '=', false)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
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

/**
 * Locks an account until the transaction ends. So changes of one person's sessions, password, address and factors happen one after the
 * other. Undefined if there is none, as after an erasure.
 */
export async function lockAccount(ctx: Context, userId: string) {
  return ctx.db
    .selectFrom('accounts')
    .select(['password_hash', 'email', 'email_verified_at', 'is_reset_required'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}
