import { sql } from 'kysely';
import type { PushKind } from '@roost/contract/push';
import type { Context } from '../../kernel/context.ts';
import { exec, narrow, rows } from '../../platform/database/query.ts';
import type { PushSubscriptionRecord } from '../../platform/database/tables.ts';

export type NewSubscription = Pick<
  PushSubscriptionRecord,
  | 'user_id'
  | 'session_id'
  | 'token_hash'
  | 'endpoint'
  | 'p256dh'
  | 'auth'
  | 'vapid_key'
  | 'kinds'
  | 'has_preview'
>;

/** Holds an open session until the end of the transaction, so that it cannot end before. Returns false if it has ended. */
export async function holdSession(ctx: Context, tokenHash: Buffer): Promise<boolean> {
  const session = await ctx.db
    .selectFrom('sessions')
    .select('id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .forKeyShare()
    .executeTakeFirst();
  return session !== undefined;
}

/** Stores the subscription of a session in place of an older one. */
export async function upsertSubscription(ctx: Context, row: NewSubscription): Promise<void> {
  // A sharded database refuses to set the key of a row, even to its own value.
  const { user_id: _key, ...changed } = row;
  await ctx.db
    .insertInto('push_subscriptions')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'session_id']).doUpdateSet({
        ...changed,
        failing_since: null,
        failures: 0,
        retry_at: null,
      }),
    )
    .execute();
}

/**
 * Deletes the subscriptions of other sessions to this browser, because it belongs to the newest session. Only the browser knows the secret, so nobody can end
 * the subscription of somebody else. Queries all shards.
 */
export async function deleteSubscriptionsOfOtherSessions(
  ctx: Context,
  { endpoint, auth, session_id }: NewSubscription,
): Promise<void> {
  await ctx.db
    .deleteFrom('push_subscriptions')
    .where('endpoint', '=', endpoint)
    .where('auth', '=', auth)
    .where('session_id', '<>', session_id)
    .execute();
}

export async function findOwnSubscription(ctx: Context, userId: string, sessionId: string) {
  return ctx.db.reads
    .selectFrom('push_subscriptions')
    .select(['endpoint', 'kinds', 'has_preview'])
    .where('user_id', '=', userId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
}

/** Lists the browsers of a person, without what encrypts their pushes. */
export async function listPushSubscriptionsOf(ctx: Context, userId: string) {
  return ctx.db.reads
    .selectFrom('push_subscriptions')
    .select(['session_id', 'endpoint', 'kinds', 'has_preview', 'created_at'])
    .where('user_id', '=', userId)
    .execute();
}

/** The kinds of pushes that each of these people wants on at least one browser. Leaves out people without a subscription. */
export async function findWantedKinds(
  ctx: Context,
  userIds: string[],
): Promise<Map<string, Set<PushKind>>> {
  const found = await rows(
    ctx.db.reads,
    { user_id: 'uuid', kinds: narrow<PushKind[]>('text[]') },
    sql`select user_id, kinds from push_subscriptions where user_id = any(${userIds}::uuid[])`,
  );
  const wanted = new Map<string, Set<PushKind>>();
  for (const { user_id, kinds } of found)
    wanted.set(user_id, new Set([...(wanted.get(user_id) ?? []), ...kinds]));
  return wanted;
}

/** The browsers of a person that want this kind, or this one of them. */
export async function findPushSubscriptions(
  ctx: Context,
  userId: string,
  kind: PushKind,
  sessionId?: string,
): Promise<PushSubscriptionRecord[]> {
  return ctx.db.reads
    .selectFrom('push_subscriptions')
    .select([
      'user_id',
      'session_id',
      'token_hash',
      'endpoint',
      'p256dh',
      'auth',
      'vapid_key',
      'kinds',
      'has_preview',
      'created_at',
      'failing_since',
      'failures',
      'retry_at',
      'ringing_call_id',
    ])
    .where('user_id', '=', userId)
    .where(sql<boolean>`${kind} = any(kinds)`)
    .$if(sessionId !== undefined, (some) => some.where('session_id', '=', sessionId as string))
    .execute();
}

/** Deletes the subscriptions of these sessions of a person. */
export async function deleteSubscriptions(
  ctx: Context,
  userId: string,
  sessionIds: string[],
): Promise<void> {
  await ctx.db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('session_id', '=', sql<string>`any(${sessionIds}::uuid[])`)
    .execute();
}

/** Deletes the subscriptions of ended sessions. Queries all shards. */
export async function deleteSubscriptionsOfSessions(
  ctx: Context,
  sessionIds: string[],
): Promise<void> {
  if (sessionIds.length === 0) return;
  await ctx.db
    .deleteFrom('push_subscriptions')
    .where('session_id', '=', sql<string>`any(${sessionIds}::uuid[])`)
    .execute();
}

/** Names a subscription. With another endpoint, the session has subscribed again. */
export type PushSubscriptionKey = Pick<
  PushSubscriptionRecord,
  'user_id' | 'session_id' | 'endpoint'
>;

/** An SQL condition: the row is this subscription. */
export const isSubscription = ({ user_id, session_id, endpoint }: PushSubscriptionKey) =>
  sql`user_id = ${user_id} and session_id = ${session_id} and endpoint = ${endpoint}`;

/** Notes that the push service took a push. */
export async function recordAccepted(ctx: Context, one: PushSubscriptionKey): Promise<void> {
  await exec(
    ctx.db,
    sql`update push_subscriptions set failing_since = null, failures = 0, retry_at = null
      where ${isSubscription(one)}`,
  );
}

/** Notes a failure. The server sends nothing to the service before `retryAt`. */
export async function recordFailure(
  ctx: Context,
  one: PushSubscriptionKey,
  { since, retryAt }: { since: Date; retryAt: Date },
): Promise<void> {
  await exec(
    ctx.db,
    sql`update push_subscriptions set failing_since = ${since}::timestamptz, failures = failures + 1,
        retry_at = ${retryAt}::timestamptz
      where ${isSubscription(one)}`,
  );
}

/** A page of sessions that have expired, by id. Queries all shards. */
export async function listExpiredSessions(
  ctx: Context,
  after: string,
  limit: number,
): Promise<string[]> {
  const found = await ctx.db.reads
    .selectFrom('sessions')
    .select('id')
    .where('expires_at', '<=', sql<Date>`now()`)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return found.map(({ id }) => id);
}
