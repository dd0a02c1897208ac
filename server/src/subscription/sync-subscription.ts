import type { Context } from '../context.ts';
import type { SubscriptionRecord } from '../db/tables.ts';
import { transaction } from '../db/transaction.ts';
import { addJob } from '../jobs/jobs.ts';
import type { ProviderState } from '../payments/payment-provider.ts';
import { findPaidSpan, keepPayments } from './payment.queries.ts';
import { settlePremium } from './settle-premium.ts';
import { standingOf } from './standing.ts';
import { lockSubscription, nextLook, updateSubscription } from './subscription.queries.ts';

/** Milliseconds a job may take to ask; people who wait have less. */
export const JOB_PATIENCE = 20_000;

/**
 * Asks the provider how a subscription stands and takes it over: the only way one changes, whoever or whatever
 * caused the asking. One that is over here is made final there too, lest it be charged again.
 */
export async function syncSubscription(
  ctx: Context,
  known: SubscriptionRecord,
  signal: AbortSignal,
): Promise<SubscriptionRecord> {
  const found = await look(ctx, known, signal);
  if (found.closed_at || standingOf(found) !== 'ended' || found.phase === 'over') return found;
  await ctx.payments.cancel(ctx, found.provider_id, 'now', signal);
  return look(ctx, found, signal);
}

async function look(
  ctx: Context,
  { id, provider_id }: SubscriptionRecord,
  signal: AbortSignal,
): Promise<SubscriptionRecord> {
  // Numbered before it is asked: of two answers the one to the later question counts, whichever comes last.
  const number = await nextLook(ctx);
  const state = await ctx.payments.look(ctx, provider_id, signal);
  return transaction(ctx, async (tx) => take(tx, id, number, state));
}

async function take(
  tx: Context,
  id: string,
  number: number,
  state: ProviderState,
): Promise<SubscriptionRecord> {
  const before = await lockSubscription(tx, id);
  if (number <= before.look) return before;
  const paid = await keepPayments(tx, before, state.payments);
  for (const paymentId of paid) await addJob(tx, 'sendReceipt', { paymentId });
  const span = await findPaidSpan(tx, id);
  const now = new Date();
  const next = {
    look: number,
    looked_at: now,
    // What is final stays so.
    phase: before.phase === 'over' ? before.phase : state.phase,
    started_at: span.from,
    paid_until: span.until,
    cancelled_at: before.cancelled_at ?? (state.isEnding ? now : null),
  };
  const isClosed =
    next.phase === 'over' && standingOf({ ...before, ...next }, now.getTime()) === 'ended';
  const after = await updateSubscription(tx, id, {
    ...next,
    closed_at: before.closed_at ?? (isClosed ? now : null),
  });
  await settlePremium(tx, before.user_id);
  return after;
}
