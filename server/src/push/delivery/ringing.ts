import { findCall } from '../../calls/call.queries.ts';
import type { Context } from '../../kernel/context.ts';
import type { PushSubscriptionRecord } from '../../platform/database/tables.ts';
import { addPushJobs } from '../add-push-jobs.ts';
import type { PushItem, PushJob } from '../push.jobs.ts';
import { deleteRinging, recordRinging } from './ringing.queries.ts';

/** Only browsers that ring hear that somebody answered or rejected the call. */
export function isAffected({ ringing_call_id }: PushSubscriptionRecord, item: PushItem): boolean {
  return !('callId' in item) || !item.isOver || ringing_call_id === item.callId;
}

/** Notes that a browser rings, or no longer rings. A slow service of another browser must not delay this. */
export async function noteRinging(
  ctx: Context,
  item: PushItem,
  subscription: PushSubscriptionRecord,
): Promise<void> {
  if (!('callId' in item)) return;
  if (item.isOver) await deleteRinging(ctx, subscription, item.callId);
  else await recordRinging(ctx, subscription, item.callId);
}

/**
 * Somebody may have answered or rejected the call while the services took the ringing. The job about that did not find the browsers
 * whose services were slower, so another one follows.
 */
export async function endLateRinging(ctx: Context, { userId, item }: PushJob): Promise<void> {
  if (!('callId' in item) || item.isOver) return;
  const { callId } = item;
  const call = await findCall(ctx, callId);
  if (!call?.answered_at && call?.reason !== 'rejected') return;
  const over = { callId, isOver: true };
  await addPushJobs(ctx, [{ userId, kind: 'calls', item: over, jobKey: callId }]);
}
