import { createHmac } from 'node:crypto';
import type { Context } from '../../kernel/context.ts';
import { liveSessions } from '../../auth/sessions/session.queries.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import type { PushOutcome } from '../../kernel/ports.ts';
import type { PushSubscriptionRecord } from '../../platform/database/tables.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { deliverPush, type Delivery } from './deliver-push.ts';
import type { PresentedPush } from '../text/push-people.ts';
import { presentPush } from '../text/present-push.ts';
import {
  deleteSubscriptions,
  findPushSubscriptions,
} from '../subscriptions/push-subscription.queries.ts';
import { sendPushJob, type PushJob } from '../push.jobs.ts';
import { endLateRinging, isAffected, noteRinging } from './ringing.ts';
import { pushRules } from '../push-rules.ts';
import { payloadOf } from '../text/push-text.ts';
import { vapidSubject } from './vapid-subject.ts';

/** Sends a push to the browsers of a person that want this kind (job). Each browser that fails gets a job of its own later. */
export async function sendPush(ctx: Context, job: PushJob): Promise<void> {
  if (ctx.config.push === 'off') return;
  const found = await findPushSubscriptions(ctx, job.userId, job.kind, job.sessionId);
  const affected = found.filter((subscription) => isAffected(subscription, job.item));
  const subscriptions = await withOpenSessions(ctx, job.userId, affected);
  if (subscriptions.length === 0) return;
  const push = await presentPush(ctx, job);
  if (!push) return ctx.metrics.pushes.add('withheld');
  const { name: site, contact } = await ctx.site.readOrLast();
  const expiresAt = expiryOf(job, push);
  await Promise.all(
    subscriptions.map(async (subscription) => {
      const payload = payloadOf(push.text, {
        language: push.language,
        site,
        hasPreview: subscription.has_preview,
      });
      const { urgency } = pushRules[job.kind];
      const topic = topicOf(push.text.tag, subscription);
      const subject = vapidSubject(ctx.config, contact);
      const delivery = { subscription, payload, urgency, topic, subject, expiresAt };
      const outcome = await sendOrPostpone(ctx, job, delivery);
      if (outcome === 'sent') await noteRinging(ctx, job.item, subscription);
    }),
  );
  await endLateRinging(ctx, job);
}

async function sendOrPostpone(
  ctx: Context,
  job: PushJob,
  delivery: Delivery,
): Promise<PushOutcome | undefined> {
  const { subscription } = delivery;
  const isPaused = subscription.retry_at && subscription.retry_at.getTime() > wallClock();
  const { outcome, retryAt } = isPaused
    ? { outcome: undefined, retryAt: subscription.retry_at }
    : await deliverPush(ctx, delivery);
  if (retryAt) await postpone(ctx, job, delivery, retryAt);
  return outcome;
}

async function postpone(
  ctx: Context,
  job: PushJob,
  { subscription, payload, expiresAt }: Delivery,
  retryAt: Date,
): Promise<void> {
  if (retryAt.getTime() >= expiresAt) return ctx.metrics.pushes.add('expired');
  const { session_id: sessionId } = subscription;
  const key = `push:${job.userId}:${job.kind}:${payload.tag}:${sessionId}`;
  await addJob(ctx, sendPushJob, { ...job, sessionId }, { at: retryAt, key });
}

function expiryOf({ kind, since }: PushJob, { expiresAt }: PresentedPush): number {
  return expiresAt ?? since + pushRules[kind].ttlSeconds * 1_000;
}

/** Leaves out browsers whose session has ended meanwhile, and deletes what is left of them. */
async function withOpenSessions(
  ctx: Context,
  userId: string,
  found: PushSubscriptionRecord[],
): Promise<PushSubscriptionRecord[]> {
  if (found.length === 0) return [];
  const open = await liveSessions(
    ctx,
    found.map(({ token_hash }) => token_hash),
  );
  const ended = found.flatMap(({ session_id }) => (open.has(session_id) ? [] : session_id));
  if (ended.length > 0) await deleteSubscriptions(ctx, userId, ended);
  return found.filter(({ session_id }) => open.has(session_id));
}

/**
 * The name under which a push service replaces an older push with a newer one. Only the two ends know the secret, so the service cannot
 * tell that two people hear of the same thing. At most 32 characters (RFC 8030).
 */
function topicOf(tag: string, { auth }: PushSubscriptionRecord): string {
  return createHmac('sha256', auth).update(tag).digest('base64url').slice(0, 32);
}
