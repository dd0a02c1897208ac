import { AppError } from '@roost/contract/errors';
import type { SubscriptionState } from '@roost/contract/subscription';
import type { Context, MemberContext } from '../context.ts';
import type { KnownSubscription } from '../db/tables.ts';
import { transaction } from '../db/transaction.ts';
import { ANSWER_WITHIN } from './create-subscription.ts';
import { joined } from './joined.ts';
import { settlePremium } from './settle-premium.ts';
import { standingOf } from './standing.ts';
import { findNewest, lockSubscription, updateSubscription } from './subscription.queries.ts';
import { syncSubscription } from './sync-subscription.ts';

/** Takes no further payment; Premium runs on to the end of what is paid. Asked again, it changes nothing. */
export async function cancelSubscription(ctx: MemberContext): Promise<SubscriptionState> {
  return standingOf(await joined(`cancel ${ctx.viewer.id}`, async () => cancel(ctx)));
}

async function cancel(ctx: MemberContext): Promise<KnownSubscription> {
  const newest = await findNewest(ctx, ctx.viewer.id);
  if (!newest) throw new AppError('not_cancellable');
  if (newest.plan === 'Annual')
    throw new AppError('not_cancellable', {
      message: 'The annual plan is paid once and does not renew; there is nothing to cancel.',
    });
  if (newest.cancelled_at) return newest;
  const standing = standingOf(newest);
  if (standing === 'ended' || newest.provider !== ctx.payments.name)
    throw new AppError('not_cancellable');
  const signal = AbortSignal.timeout(ANSWER_WITHIN);
  const when = standing === 'active' ? 'atPeriodEnd' : 'now';
  // Outside any transaction: how long this takes is the provider's to say. Asked twice, it is a success there too.
  await ctx.payments.cancel(ctx, newest.provider_id, when, signal);
  const cancelled = await transaction(ctx, async (tx) => note(tx, newest.id));
  // Says what the provider made of it; should that fail, the hourly look finds it.
  return cancelled.closed_at
    ? cancelled
    : syncSubscription(ctx, cancelled, signal).catch(() => cancelled);
}

async function note(tx: Context, id: string): Promise<KnownSubscription> {
  const found = await lockSubscription(tx, id);
  if (found.cancelled_at) return found;
  const after = await updateSubscription(tx, id, { cancelled_at: new Date() });
  await settlePremium(tx, after.user_id, true);
  return after;
}
