import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { exec, one, rows } from '../../platform/database/query.ts';

/**
 * Marks an erasure as begun if the person's time is over, and hides the person for good. Returns false if the account was
 * restored or erased, or if it is too early.
 */
export async function beginErasure(ctx: Context, userId: string): Promise<boolean> {
  const begun = await one(
    ctx.db,
    { user_id: 'uuid' },
    sql`update account_closings set erasing_since = coalesce(erasing_since, (select now()))
      where user_id = ${userId} and deletes_at <= now() returning user_id`,
  );
  if (!begun) return false;
  await exec(
    ctx.db,
    sql`insert into hidden_users (user_id, reason) values (${userId}, 'erased') on conflict do nothing`,
  );
  return true;
}

export async function listDueErasures(ctx: Context, limit: number): Promise<string[]> {
  const found = await rows(
    ctx.db.reads,
    { user_id: 'uuid' },
    sql`select user_id from account_closings where deletes_at <= now() order by deletes_at limit ${limit}::int`,
  );
  return found.map(({ user_id }) => user_id);
}

/** Reads what the erasure of an account still needs to know. Undefined if the account is gone. */
export async function findErased(ctx: Context, userId: string) {
  return one(
    ctx.db.reads,
    { username: 'text', email: 'text', full_name: 'text' },
    sql`select username, email, full_name from users join accounts on accounts.user_id = users.id where users.id = ${userId}`,
  );
}

/** Deletes the account, its name and its addresses. Earlier steps of the erasure look for these in jobs. */
export async function deleteAccount(
  ctx: Context,
  userId: string,
  { username }: { username: string },
): Promise<void> {
  await ctx.db.deleteFrom('usernames').where('name', '=', username.toLowerCase()).execute();
  await ctx.db.deleteFrom('email_links').where('user_id', '=', userId).execute();
  // On all shards: an address that the owner gave up is held for a while.
  await ctx.db.deleteFrom('emails').where('user_id', '=', userId).execute();
  await ctx.db.deleteFrom('accounts').where('user_id', '=', userId).execute();
}

/** The privacy settings and the language of a person, in columns of `users`. */
const choices = [
  'follow_approval',
  'show_online',
  'send_read_receipts',
  'send_typing',
  'show_follows',
  'relay_calls_only',
  'message_requests',
  'language',
] as const;

/**
 * Leaves a row without any data of the person, because deleted posts, messages and payments refer to it. Nobody can register the
 * name, because it has a hyphen.
 */
export async function emptyUser(ctx: Context, userId: string): Promise<void> {
  await ctx.db
    .updateTable('users')
    .set({
      username: `erased-${userId.slice(-12)}`,
      full_name: '',
      bio: '',
      avatar: null,
      cover_image: null,
      message_preference: 'no one',
      notification_preferences: '{}',
      premium_until: null,
      role: 'member',
      discoverable: false,
      muted_words: null,
      links: [],
      verified_links: [],
      unknown_as: null,
      pinned_post_id: null,
      ...Object.fromEntries(choices.map((column) => [column, sql`default`])),
    })
    .where('id', '=', userId)
    .execute();
}

/** The sandbox keeps the buyer's name and address beside each subscription, as a payment provider would. */
export async function emptySandboxBuyer(ctx: Context, userId: string): Promise<void> {
  await ctx.db
    .updateTable('sandbox_subscriptions')
    .set({ name: '', email: '' })
    .where('customer_id', '=', userId)
    .execute();
}

/** Ends all other reasons to hide the person. `erased` stays. */
export async function deleteClosing(ctx: Context, userId: string): Promise<void> {
  await ctx.db
    .deleteFrom('hidden_users')
    .where('user_id', '=', userId)
    .where('reason', '<>', 'erased')
    .execute();
  await ctx.db.deleteFrom('account_closings').where('user_id', '=', userId).execute();
}

/** Lists the addresses of a person, also former ones that are held for them, and one that waits for its confirmation. */
export async function listAddresses(ctx: Context, userId: string): Promise<string[]> {
  const found = await rows(
    ctx.db,
    { email: 'text' },
    sql`select email from emails where user_id = ${userId}
      union select lower(email) from accounts where user_id = ${userId}
      union select lower(email) from email_links where user_id = ${userId}`,
  );
  return found.map(({ email }) => email);
}
