import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { exec } from '../../platform/database/query.ts';
import {
  isSubscription,
  type PushSubscriptionKey,
} from '../subscriptions/push-subscription.queries.ts';

/** Notes that the push service took the ringing of a call. */
export async function recordRinging(
  ctx: Context,
  one: PushSubscriptionKey,
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
  one: PushSubscriptionKey,
  callId: string,
): Promise<void> {
  await exec(
    ctx.db,
    sql`update push_subscriptions set ringing_call_id = null
      where ${isSubscription(one)} and ringing_call_id = ${callId}::uuid`,
  );
}
