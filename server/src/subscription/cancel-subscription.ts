import { AppError } from '@roost/contract/errors';
import type { SubscriptionState } from '@roost/contract/subscription';
import type { MemberContext } from '../context.ts';
import type { SubscriptionRecord } from '../db/tables.ts';
import { transaction } from '../db/transaction.ts';
import { ANSWER_WITHIN } from './create-subscription.ts';
import { settlePremium } from './settle-premium.ts';
import { standingOf } from './standing.ts';
import { findNewest, lockSubscription, updateSubscription } from './subscription.queries.ts';
import { syncSubscription } from './sync-subscription.ts';

/** Takes no further payment; Premium runs on to the end of what is paid. Asked again, it changes nothing. */
export async function cancelSubscription(ctx: MemberContext): Promise<SubscriptionState> {
  const newest = await findNewest(ctx, ctx.viewer.id);
  if (!newest) throw new AppError('not_cancellable');
  const signal = AbortSignal.timeout(ANSWER_WITHIN);
  const cancelled = await transaction(ctx, async (tx) => cancel(tx, newest.id, signal));
  // Says what the provider made of it; should that fail, the hourly look finds it.
  const found = cancelled.closed_at
    ? cancelled
    : await syncSubscription(ctx, cancelled, signal).catch(() => cancelled);
  return standingOf(found);
}

/** Under the row's lock, so that of two at once the second finds it done. */
async function cancel(
  tx: MemberContext,
  id: string,
  signal: AbortSignal,
): Promise<SubscriptionRecord> {
  const found = await lockSubscription(tx, id);
  if (found.plan === 'Annual')
    throw new AppError('not_cancellable', {
      message: 'The annual plan is paid once and does not renew; there is nothing to cancel.',
    });
  if (found.cancelled_at) return found;
  const standing = standingOf(found);
  if (standing === 'ended' || found.provider !== tx.payments.name)
    throw new AppError('not_cancellable');
  const when = standing === 'active' ? 'atPeriodEnd' : 'now';
  await tx.payments.cancel(tx, found.provider_id, when, signal);
  const after = await updateSubscription(tx, id, { cancelled_at: new Date() });
  await settlePremium(tx, after.user_id);
  return after;
}
