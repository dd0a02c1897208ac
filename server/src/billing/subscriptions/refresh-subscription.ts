import type { Context } from '../../kernel/context.ts';
import type { KnownSubscription } from '../../platform/database/tables.ts';
import { transaction } from '../../platform/database/transaction.ts';
import type { ProviderState } from '../provider/payment-provider.ts';
import { findPaidSpan, upsertPayments } from '../payments/payment.queries.ts';
import { queueReceipt } from '../receipts/send-receipt.ts';
import { updatePremium } from '../premium/update-premium.ts';
import { subscriptionStatus } from './subscription-status.ts';
import { lockSubscription, nextRefreshNumber, updateSubscription } from './subscription.queries.ts';

/** Milliseconds for a job. Requests of people have less time. */
export const JOB_TIMEOUT_MS = 20_000;

/**
 * Reads the provider's state of a subscription and applies it. Nothing else changes a subscription's state. If it ended
 * here, it is cancelled at the provider too, so that no card is charged again. A paused subscription stays, because the
 * operator paused it.
 */
export async function refreshSubscription(
  ctx: Context,
  subscription: KnownSubscription,
  signal: AbortSignal,
): Promise<KnownSubscription> {
  const refreshed = await refreshOnce(ctx, subscription, signal);
  const isFinal = refreshed.phase === 'over' || refreshed.phase === 'paused';
  if (refreshed.closed_at || subscriptionStatus(refreshed) !== 'ended' || isFinal) return refreshed;
  await ctx.payments.cancel(ctx, refreshed.provider_id, 'now', signal);
  return refreshOnce(ctx, refreshed, signal);
}

async function refreshOnce(
  ctx: Context,
  { id, provider_id, plan }: KnownSubscription,
  signal: AbortSignal,
): Promise<KnownSubscription> {
  // The server takes the number before the request. So the answer to the later request wins, whichever arrives last.
  const attempt = await nextRefreshNumber(ctx);
  const state = await ctx.payments.fetchState(ctx, { id: provider_id, plan }, signal);
  return transaction(ctx, async (tx) => {
    const before = await lockSubscription(tx, id);
    if (attempt <= before.refresh_number) return before;
    return state ? applyState(tx, before, attempt, state) : applyUnknown(tx, before, attempt);
  });
}

async function applyState(
  tx: Context,
  before: KnownSubscription,
  attempt: number,
  state: ProviderState,
): Promise<KnownSubscription> {
  const { id } = before;
  const paid = await upsertPayments(tx, before, state.payments);
  for (const paymentId of paid) await queueReceipt(tx, paymentId);
  const span = await findPaidSpan(tx, id);
  const now = new Date();
  const next = {
    refresh_number: attempt,
    refreshed_at: now,
    // A final phase stays final.
    phase: before.phase === 'over' ? before.phase : state.phase,
    is_retrying: state.isRetrying,
    started_at: span.from,
    paid_until: span.until,
    cancelled_at: before.cancelled_at ?? (state.isEnding ? now : null),
  };
  const isClosed =
    next.phase === 'over' && subscriptionStatus({ ...before, ...next }, now.getTime()) === 'ended';
  const after = await updateSubscription(tx, id, {
    ...next,
    closed_at: before.closed_at ?? (isClosed ? now : null),
  });
  await updatePremium(tx, before.user_id, hasVisibleChange(before, after));
  return after;
}

/** Whether the owner would see a difference on an open page. */
function hasVisibleChange(before: KnownSubscription, after: KnownSubscription): boolean {
  return (
    subscriptionStatus(before) !== subscriptionStatus(after) ||
    before.started_at?.getTime() !== after.started_at?.getTime() ||
    before.paid_until?.getTime() !== after.paid_until?.getTime()
  );
}

/**
 * Applies that the provider does not know the subscription, for example after a change of keys. A paid period stays. An
 * unpaid subscription is closed.
 */
async function applyUnknown(
  tx: Context,
  before: KnownSubscription,
  attempt: number,
): Promise<KnownSubscription> {
  const now = new Date();
  const status = subscriptionStatus(before);
  const isOver = status === 'pending' || status === 'ended';
  return updateSubscription(tx, before.id, {
    refresh_number: attempt,
    refreshed_at: now,
    ...(isOver && { phase: 'over' as const, closed_at: before.closed_at ?? now }),
  });
}
