import { AppError } from '@roost/contract/errors';
import type { OwnPushSubscription, PushSubscriptionInput } from '@roost/contract/push';
import { authorize } from '../../auth/policy/authorize.ts';
import type { MemberContext } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { findRefusal } from '../../platform/http/outgoing/find-refusal.ts';
import { areUsableKeys } from '../../platform/push/encrypt-push.ts';
import { currentVapidKey, findVapidKey } from '../../platform/push/vapid-keys.ts';
import * as queries from './push-subscription.queries.ts';

/** The subscription of the viewer's session. */
export async function readOwnSubscription(ctx: MemberContext): Promise<OwnPushSubscription | null> {
  const { id, sessionId } = ctx.viewer;
  const row = await queries.findOwnSubscription(ctx, id, sessionId);
  return row ? { endpoint: row.endpoint, kinds: row.kinds, preview: row.has_preview } : null;
}

/**
 * Stores the subscription of the viewer's session, in place of an older one. The browser belongs to the newest session. Throws
 * `bad_input` for an endpoint out of reach and for unusable keys, `conflict` for an old key of the server, and `unauthenticated` if the
 * session has ended meanwhile.
 */
export async function saveSubscription(
  ctx: MemberContext,
  { endpoint, keys, kinds, preview, vapidKey }: PushSubscriptionInput,
): Promise<OwnPushSubscription> {
  const reach = ctx.config.push;
  if (reach === 'off') throw new AppError('not_found', { message: 'This site sends no pushes.' });
  const [p256dh, auth] = [keys.p256dh, keys.auth].map((key) => Buffer.from(key, 'base64url'));
  if (!p256dh || !auth || !areUsableKeys({ p256dh }))
    throw new AppError('bad_input', { message: 'These keys are not those of a browser.' });
  const key = vapidKey === undefined ? currentVapidKey(ctx.keys) : findVapidKey(ctx.keys, vapidKey);
  if (!key) throw new AppError('conflict', { message: 'The key of this site has changed.' });
  if (await findRefusal(endpoint, reach))
    throw new AppError('bad_input', { message: 'Pushes can’t be sent to this address.' });
  const { id, sessionId, tokenHash } = ctx.viewer;
  const row = {
    user_id: id,
    session_id: sessionId,
    token_hash: Buffer.from(tokenHash, 'base64'),
    endpoint,
    p256dh,
    auth,
    vapid_key: key.publicKey,
    kinds: [...new Set(kinds)],
    has_preview: preview,
  };
  await transaction(ctx, async (tx) => {
    await authorize(tx, 'changePush');
    // The look-up may take seconds. Meanwhile the session may end, and the browser may begin another one.
    if (!(await queries.holdSession(tx, row.token_hash))) throw new AppError('unauthenticated');
    await queries.upsertSubscription(tx, row);
    await queries.deleteSubscriptionsOfOtherSessions(tx, row);
  });
  return { endpoint, kinds: row.kinds, preview };
}

/** Deletes the subscription of the viewer's session. */
export async function deleteOwnSubscription(ctx: MemberContext): Promise<void> {
  await transaction(ctx, async (tx) => {
    await authorize(tx, 'changePush');
    await queries.deleteSubscriptions(tx, tx.viewer.id, [tx.viewer.sessionId]);
  });
}
