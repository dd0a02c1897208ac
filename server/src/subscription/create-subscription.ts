import { v7 as newId } from 'uuid';
import { AppError } from '@roost/contract/errors';
import type { Plan } from '@roost/contract/subscription';
import type { MemberContext } from '../context.ts';
import type { SubscriptionRecord } from '../db/tables.ts';
import { planNamed } from './plans.ts';
import { standingOf } from './standing.ts';
import {
  findBuyer,
  findLive,
  insertSubscription,
  updateSubscription,
} from './subscription.queries.ts';
import { syncSubscription } from './sync-subscription.ts';

/** Milliseconds somebody who waits is let wait for the provider. */
export const ANSWER_WITHIN = 4_500;
/** Milliseconds a checkout is given out again; well within what providers keep it open. */
export const CHECKOUT_FRESH = 20 * 3_600_000;
const PAISE = 100;

/** Begins a subscription, or gives the one that was begun and not paid; nothing is charged here. */
export async function createSubscription(
  ctx: MemberContext,
  planId: string,
): Promise<SubscriptionRecord> {
  const plan = planNamed(ctx, planId);
  if (ctx.payments.name === 'off') throw new AppError('not_offered');
  const signal = AbortSignal.timeout(ANSWER_WITHIN);
  const live = await findLive(ctx, ctx.viewer.id);
  const kept = live && (await settleEarlier(ctx, live, plan, signal));
  return kept ?? begin(ctx, plan, signal);
}

async function begin(
  ctx: MemberContext,
  plan: Plan,
  signal: AbortSignal,
): Promise<SubscriptionRecord> {
  const userId = ctx.viewer.id;
  const { full_name, username, email } = await findBuyer(ctx, userId);
  const amount = plan.price * PAISE;
  const order = { userId, plan: plan.name, amount, name: full_name || username, email };
  const made = await ctx.payments.create(ctx, order, signal);
  const row = await insertSubscription(ctx, {
    id: newId(),
    user_id: userId,
    plan: plan.name,
    provider: ctx.payments.name,
    provider_id: made.id,
    checkout: made.checkout,
  });
  if (row) return row;
  // Asked twice at once: the other was first, and nobody has seen this one's checkout.
  await ctx.payments.cancel(ctx, made.id, 'now', signal).catch(() => {});
  const first = await findLive(ctx, userId);
  if (first?.plan === plan.name) return first;
  throw new AppError('conflict');
}

/** What becomes of the one there is: given again, in the way, or out of it (undefined). */
async function settleEarlier(
  ctx: MemberContext,
  live: SubscriptionRecord,
  plan: Plan,
  signal: AbortSignal,
): Promise<SubscriptionRecord | undefined> {
  const standing = standingOf(live);
  if (standing !== 'pending' && standing !== 'ended') throw new AppError('already_premium');
  if (live.provider !== ctx.payments.name) {
    // Whoever runs the place changed providers; that one can't be asked any more.
    await updateSubscription(ctx, live.id, { closed_at: new Date() });
    return undefined;
  }
  const isFresh = Date.now() - live.created_at.getTime() < CHECKOUT_FRESH;
  if (standing === 'pending' && live.plan === plan.name && isFresh) return live;
  // Paid after all, perhaps, and the news still on its way.
  let found = await syncSubscription(ctx, live, signal);
  if (!found.closed_at && standingOf(found) === 'pending') {
    await ctx.payments.cancel(ctx, found.provider_id, 'now', signal);
    found = await syncSubscription(ctx, found, signal);
  }
  if (found.closed_at) return undefined;
  throw new AppError('already_premium');
}
