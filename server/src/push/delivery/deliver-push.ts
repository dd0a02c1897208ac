import type { PushPayload } from '@roost/contract/push';
import type { Context } from '../../kernel/context.ts';
import type { PushOutcome } from '../../kernel/ports.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import type { PushSubscriptionRecord } from '../../platform/database/tables.ts';
import { sendRequest, type OutgoingResult } from '../../platform/http/outgoing/send-request.ts';
import { encryptPush } from '../../platform/push/encrypt-push.ts';
import { vapidHeader } from '../../platform/push/vapid-header.ts';
import { findVapidKey, type VapidKey } from '../../platform/push/vapid-keys.ts';
import {
  deleteSubscriptions,
  recordAccepted,
  recordFailure,
} from '../subscriptions/push-subscription.queries.ts';

export interface Delivery {
  subscription: PushSubscriptionRecord;
  payload: PushPayload;
  urgency: 'low' | 'normal' | 'high';
  topic: string;
  /** How the push service reaches the operator. */
  subject: string;
  /** In ms since 1970. */
  expiresAt: number;
}

export interface DeliveryResult {
  outcome: PushOutcome;
  /** When to try again. Absent if there is nothing left to do. */
  retryAt?: Date;
}

const TIMEOUT_MS = 8_000;
/** The time until the first retry. Each further one doubles it. */
const FIRST_RETRY_SECONDS = 30;
const MAX_RETRY_SECONDS = 6 * 3_600;
/**
 * If the service takes nothing for this time, and fails at least so often, it has lost the browser. The server then deletes the
 * subscription. A few failures are not enough, because a person may get no pushes for weeks.
 */
const MAX_FAILING_MS = 14 * 86_400_000;
const MIN_FAILURES = 20;

/** Sends a push to the service of its browser. */
export async function deliverPush(ctx: Context, delivery: Delivery): Promise<DeliveryResult> {
  const { subscription, expiresAt } = delivery;
  const { user_id, session_id, vapid_key } = subscription;
  const seconds = Math.ceil((expiresAt - wallClock()) / 1_000);
  if (ctx.config.push === 'off' || seconds <= 0) return countOutcome(ctx, 'expired');
  const key = findVapidKey(ctx.keys, vapid_key);
  // The site no longer has this key. The app subscribes again with the new one.
  if (!key) {
    await deleteSubscriptions(ctx, user_id, [session_id]);
    return countOutcome(ctx, 'gone');
  }
  const answer = await sendRequest(ctx, {
    url: subscription.endpoint,
    reach: ctx.config.push,
    method: 'POST',
    headers: headersFor(delivery, key, seconds),
    body: encryptPush(Buffer.from(JSON.stringify(delivery.payload)), subscription),
    timeoutMs: TIMEOUT_MS,
    maxBytes: 0,
    wantsBody: () => false,
  });
  return applyAnswer(ctx, subscription, answer);
}

function headersFor(
  { subscription: { endpoint }, urgency, topic, subject }: Delivery,
  key: VapidKey,
  seconds: number,
): Record<string, string> {
  return {
    Authorization: vapidHeader(key, { endpoint, subject, now: wallClock() }),
    'Content-Type': 'application/octet-stream',
    'Content-Encoding': 'aes128gcm',
    TTL: String(seconds),
    Urgency: urgency,
    Topic: topic,
  };
}

async function applyAnswer(
  ctx: Context,
  subscription: PushSubscriptionRecord,
  answer: OutgoingResult,
): Promise<DeliveryResult> {
  const { user_id, session_id, failures, failing_since } = subscription;
  const status = answer.ok ? answer.status : 0;
  if (status >= 200 && status < 300) {
    if (failing_since) await recordAccepted(ctx, subscription);
    return countOutcome(ctx, 'sent');
  }
  const isLost =
    failing_since &&
    failures >= MIN_FAILURES &&
    wallClock() - failing_since.getTime() > MAX_FAILING_MS;
  if (status === 404 || status === 410 || isLost) {
    await deleteSubscriptions(ctx, user_id, [session_id]);
    return countOutcome(ctx, 'gone');
  }
  const isBusy = status === 429 || status >= 500;
  const wanted = answer.ok && isBusy ? retryAfter(answer.headers['retry-after']) : 0;
  const delay = Math.min(
    MAX_RETRY_SECONDS,
    Math.max(wanted, FIRST_RETRY_SECONDS * 2 ** Math.min(failures, 10)),
  );
  const retryAt = new Date(wallClock() + delay * 1_000);
  await recordFailure(ctx, subscription, {
    since: failing_since ?? new Date(wallClock()),
    retryAt,
  });
  if (answer.ok && !isBusy) return countOutcome(ctx, 'refused');
  return { ...countOutcome(ctx, isBusy ? 'busy' : 'unreachable'), retryAt };
}

function countOutcome(ctx: Context, outcome: PushOutcome): DeliveryResult {
  ctx.metrics.pushes.add(outcome);
  return { outcome };
}

/** The seconds of a `Retry-After` header: a number, or a date. */
function retryAfter(header: string | undefined): number {
  if (header === undefined) return 0;
  const seconds = /^\d{1,9}$/.test(header)
    ? Number(header)
    : (Date.parse(header) - wallClock()) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : 0;
}
