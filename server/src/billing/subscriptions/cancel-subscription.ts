import { AppError } from '@roost/contract/errors';
import type { SubscriptionState } from '@roost/contract/billing';
import { findClosing } from '../../auth/closing/closing.queries.ts';
import type { Context, MemberContext } from '../../kernel/context.ts';
import type { KnownSubscription } from '../../platform/database/tables.ts';
import { SingleFlight } from '../../lib/single-flight.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { REQUEST_TIMEOUT_MS } from './create-subscription.ts';
import { updatePremium } from '../premium/update-premium.ts';
import { subscriptionStatus } from './subscription-status.ts';
import { findCurrent, lockSubscription, updateSubscription } from './subscription.queries.ts';
import { refreshSubscription } from './refresh-subscription.ts';

/** Many clicks on the button call the provider once. */
const cancellations = new SingleFlight<KnownSubscription>();

/** Stops further payments. Premium lasts until the end of the paid period. A repeated call changes nothing. */
export async function cancelSubscription(ctx: MemberContext): Promise<SubscriptionState> {
  return subscriptionStatus(await cancellations.run(ctx.viewer.id, async () => cancel(ctx)));
}

async function cancel(ctx: MemberContext): Promise<KnownSubscription> {
  const current = await findCurrent(ctx, ctx.viewer.id);
  if (!current) throw new AppError('not_cancellable');
  if (current.plan === 'Annual')
    throw new AppError('not_cancellable', {
      message: 'The annual plan is paid once and does not renew; there is nothing to cancel.',
    });
  if (current.cancelled_at) return current;
  if (subscriptionStatus(current) === 'ended' || current.provider !== ctx.payments.name)
    throw new AppError('not_cancellable');
  return cancelAtProvider(ctx, current);
}

/**
 * Stops further payments of a person whose account is closed. Premium lasts until the end of the paid period, and an annual plan has nothing
 * to stop. Throws if the provider is away, so that a job tries again. A repeated call changes nothing.
 */
export async function cancelForLeaver(ctx: Context, { userId }: { userId: string }): Promise<void> {
  // The person may have come back since the job was added.
  if (!(await findClosing(ctx, userId))) return;
  const current = await findCurrent(ctx, userId);
  if (!current || current.cancelled_at) return;
  const status = subscriptionStatus(current);
  if (status === 'ended' || current.phase === 'over') return;
  if (current.plan === 'Annual' && status === 'active') return;
  if (current.provider !== ctx.payments.name) {
    const { id, provider } = current;
    ctx.log.error({ subscriptionId: id, provider }, 'cancel this subscription at its provider');
    return;
  }
  await cancelAtProvider(ctx, current);
}

async function cancelAtProvider(
  ctx: Context,
  current: KnownSubscription,
): Promise<KnownSubscription> {
  const status = subscriptionStatus(current);
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const when = status === 'active' ? 'atPeriodEnd' : 'now';
  // Not in a transaction, because the provider may be slow. A repeated cancellation succeeds at the provider too.
  await ctx.payments.cancel(ctx, current.provider_id, when, signal);
  const cancelled = await transaction(ctx, async (tx) => recordCancellation(tx, current.id));
  // Returns the status at the provider. If this refresh fails, the hourly reconciliation repeats it.
  return cancelled.closed_at
    ? cancelled
    : refreshSubscription(ctx, cancelled, signal).catch(() => cancelled);
}

async function recordCancellation(tx: Context, id: string): Promise<KnownSubscription> {
  const locked = await lockSubscription(tx, id);
  if (locked.cancelled_at) return locked;
  const after = await updateSubscription(tx, id, { cancelled_at: new Date() });
  await updatePremium(tx, after.user_id, true);
  return after;
}
