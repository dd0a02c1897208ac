import { sql } from 'kysely';
import { subscriptionColumns } from '../../../../billing/subscriptions/subscription.queries.ts';
import type { Context } from '../../../../kernel/context.ts';
import { MAX_ID } from '../../../../platform/database/id-bounds.ts';
import { one, rows } from '../../../../platform/database/query.ts';

/** A person makes one payment a month, so this is more than a life. */
const MAX_PAYMENTS = 2_000;

/** Reads what a person chose for themself, apart from the profile. */
export async function readChoices(ctx: Context, userId: string) {
  return one(
    ctx.db.reads,
    {
      privacy: 'json',
      muted_words: 'jsonb?',
      links: 'text[]',
      verified_links: 'text[]',
      language: 'text',
      premium_until: 'timestamptz?',
      pinned_post_id: 'uuid?',
    },
    sql`select json_build_object('followApproval', follow_approval, 'showOnline', show_online,
        'sendReadReceipts', send_read_receipts, 'sendTyping', send_typing, 'showFollows', show_follows,
        'relayCallsOnly', relay_calls_only, 'discoverable', discoverable, 'messageRequests', message_requests) as privacy,
        muted_words, links, verified_links, language, premium_until, pinned_post_id
      from users where id = ${userId}`,
  );
}

/** Reads the ids of the avatar and the cover. */
export async function readPictures(ctx: Context, userId: string): Promise<string[]> {
  const found = await one(
    ctx.db.reads,
    { avatar: 'text?', cover_image: 'text?' },
    sql`select avatar, cover_image from users where id = ${userId}`,
  );
  return [found?.avatar, found?.cover_image].filter((id) => typeof id === 'string');
}

/** Reads what the account has of the address and the username, apart from both. */
export async function readAccountDates(ctx: Context, userId: string) {
  return one(
    ctx.db.reads,
    { email_verified_at: 'timestamptz?', username_changed_at: 'timestamptz?' },
    sql`select email_verified_at, username_changed_at from accounts where user_id = ${userId}`,
  );
}

/** A person changes the address a few times in the time for which one is held. */
const MAX_FORMER_ADDRESSES = 1_000;

/** Lists the addresses that a person gave up, and that are still held for them. */
export async function listFormerAddresses(ctx: Context, userId: string) {
  return rows(
    ctx.db.reads,
    { email: 'text', held_until: 'timestamptz' },
    sql`select email, held_until from emails where user_id = ${userId} and held_until is not null
      order by held_until desc limit ${MAX_FORMER_ADDRESSES}::int`,
  );
}

/** Lists the subscriptions for Premium, newest first. */
export async function listSubscriptionsOf(ctx: Context, userId: string) {
  return ctx.db.reads
    .selectFrom('subscriptions')
    .select(subscriptionColumns)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(MAX_PAYMENTS)
    .execute();
}

export async function listPaymentsOf(ctx: Context, userId: string) {
  return rows(
    ctx.db.reads,
    {
      provider_id: 'text',
      amount: 'int4',
      currency: 'text',
      paid_at: 'timestamptz',
      period_start: 'timestamptz',
      period_end: 'timestamptz',
    },
    sql`select provider_id, amount, currency, paid_at, period_start, period_end from payments
      where user_id = ${userId} order by paid_at desc, id desc limit ${MAX_PAYMENTS}::int`,
  );
}

/** The server keeps far fewer for one person. */
const MAX_ACTIVITIES = 5_000;

/** Lists the recent sign-ins, failures and changes of an account, newest first. */
export async function listActivityOf(ctx: Context, userId: string) {
  return rows(
    ctx.db.reads,
    { what: 'text', device: 'text', address: 'text', at: 'timestamptz' },
    sql`select what, device, address, at from account_activity where user_id = ${userId}
      order by at desc, id desc limit ${MAX_ACTIVITIES}::int`,
  );
}

/**
 * Reads how the person joined: the version of the rules that they accepted, and the range of their network address. People from
 * before the rules have no row.
 */
export async function readRegistration(ctx: Context, userId: string) {
  return one(
    ctx.db.reads,
    { rules_version: 'int4', is_invited: 'bool', network: 'text' },
    sql`select rules_version, is_invited, network from registrations where user_id = ${userId}`,
  );
}

/** Lists the invites that a person made, newest first. Their codes are secrets. */
export async function listInvitesOf(
  ctx: Context,
  userId: string,
  before: string | null,
  limit: number,
) {
  return rows(
    ctx.db.reads,
    {
      id: 'uuid',
      max_uses: 'int4',
      used: 'int4',
      expires_at: 'timestamptz',
      created_at: 'timestamptz',
    },
    sql`select id, max_uses, used, expires_at, created_at from invites
      where created_by = ${userId} and id < ${before ?? MAX_ID} order by id desc limit ${limit}::int`,
  );
}
