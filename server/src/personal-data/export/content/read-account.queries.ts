import { sql } from 'kysely';
import type { Context } from '../../../kernel/context.ts';
import { one, rows } from '../../../platform/database/query.ts';

/** A person makes one payment a month, so this is more than a life. */
const MAX_PAYMENTS = 2_000;

/** Reads what a person chose for themself, apart from the profile. */
export async function readChoices(ctx: Context, userId: string) {
  return one(
    ctx.db.reads,
    { privacy: 'jsonb', muted_words: 'jsonb?', links: 'text[]', language: 'text' },
    sql`select jsonb_build_object('followApproval', follow_approval, 'showOnline', show_online,
        'sendReadReceipts', send_read_receipts, 'sendTyping', send_typing, 'showFollows', show_follows,
        'relayCallsOnly', relay_calls_only, 'discoverable', discoverable, 'messageRequests', message_requests) as privacy,
        muted_words, links, language
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

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Lists the media of a person, in the order of their ids. */
export async function listOwnMedia(
  ctx: Context,
  userId: string,
  after: string | null,
  limit: number,
) {
  return rows(
    ctx.db.reads,
    { id: 'uuid', post_id: 'uuid?', is_withheld: 'bool' },
    sql`select id, post_id, is_withheld from media
      where owner_id = ${userId} and id > ${after ?? FIRST_ID} order by id limit ${limit}::int`,
  );
}

/** Returns the ids of those posts that the moderators removed. Their author does not see them either. */
export async function findRemovedPosts(ctx: Context, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const found = await rows(
    ctx.db.reads,
    { id: 'uuid' },
    sql`select id from posts where id = any(${ids}::uuid[]) and withheld_as = 'removed'`,
  );
  return new Set(found.map(({ id }) => id));
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

/** Reads how the person joined: the version of the rules that they accepted. People from before the rules have no row. */
export async function readRegistration(ctx: Context, userId: string) {
  return one(
    ctx.db.reads,
    { rules_version: 'int4', is_invited: 'bool' },
    sql`select rules_version, is_invited from registrations where user_id = ${userId}`,
  );
}

export async function hasTotp(ctx: Context, userId: string): Promise<boolean> {
  const found = await one(
    ctx.db.reads,
    {},
    sql`select from second_factors where user_id = ${userId} and secret is not null`,
  );
  return found !== undefined;
}

export async function listPasskeyNames(ctx: Context, userId: string): Promise<string[]> {
  const found = await rows(
    ctx.db.reads,
    { name: 'text' },
    sql`select name from passkeys where user_id = ${userId} order by created_at`,
  );
  return found.map(({ name }) => name);
}
