import { sql } from 'kysely';
import type { Context } from '../kernel/context.ts';
import { exec } from '../platform/database/query.ts';
import type { PushSubscriptionRecord } from '../platform/database/tables.ts';

type Subscription = Pick<PushSubscriptionRecord, 'user_id' | 'session_id' | 'endpoint'>;

const isSubscription = ({ user_id, session_id, endpoint }: Subscription) =>
  sql`user_id = ${user_id} and session_id = ${session_id} and endpoint = ${endpoint}`;

/** Notes that the push service took the ringing of a call. */
export async function recordRinging(
  ctx: Context,
  one: Subscription,
  callId: string,
): Promise<void> {
  await exec(
    ctx.db,
    sql`update push_subscriptions set ringing_call_id = ${callId}::uuid where ${isSubscription(one)}`,
  );
}

/** Notes that the push service took the end of this ringing. A newer call may ring already. */
export async function deleteRinging(
  ctx: Context,
  one: Subscription,
  callId: string,
): Promise<void> {
  await exec(
    ctx.db,
    sql`update push_subscriptions set ringing_call_id = null
      where ${isSubscription(one)} and ringing_call_id = ${callId}::uuid`,
  );
}
