import type { Context } from '../context.ts';
import type { KnownSubscription } from '../db/tables.ts';
import { transaction } from '../db/transaction.ts';
import type { ProviderState } from '../payments/payment-provider.ts';
import { findPaidSpan, keepPayments } from './payment.queries.ts';
import { addReceipt } from './send-receipt.ts';
import { settlePremium } from './settle-premium.ts';
import { standingOf } from './standing.ts';
import { lockSubscription, nextLook, updateSubscription } from './subscription.queries.ts';

/** Milliseconds a job may take to ask; people who wait have less. */
export const JOB_PATIENCE = 20_000;

/**
 * Asks the provider how a subscription stands and takes it over: the only way one changes, whoever or whatever
 * caused the asking. One that is over here is made final there too, lest it be charged again; but what somebody has
 * paused there is theirs to go on with.
 */
export async function syncSubscription(
  ctx: Context,
  known: KnownSubscription,
  signal: AbortSignal,
): Promise<KnownSubscription> {
  const found = await look(ctx, known, signal);
  const isFinal = found.phase === 'over' || found.phase === 'paused';
  if (found.closed_at || standingOf(found) !== 'ended' || isFinal) return found;
  await ctx.payments.cancel(ctx, found.provider_id, 'now', signal);
  return look(ctx, found, signal);
}

async function look(
  ctx: Context,
  { id, provider_id, plan }: KnownSubscription,
  signal: AbortSignal,
): Promise<KnownSubscription> {
  // Numbered before it is asked: of two answers the one to the later question counts, whichever comes last.
  const number = await nextLook(ctx);
  const state = await ctx.payments.look(ctx, { id: provider_id, plan }, signal);
  return transaction(ctx, async (tx) => {
    const before = await lockSubscription(tx, id);
    if (number <= before.look) return before;
    return state ? take(tx, before, number, state) : giveUp(tx, before, number);
  });
}

async function take(
  tx: Context,
  before: KnownSubscription,
  number: number,
  state: ProviderState,
): Promise<KnownSubscription> {
  const { id } = before;
  const paid = await keepPayments(tx, before, state.payments);
  for (const paymentId of paid) await addReceipt(tx, paymentId);
  const span = await findPaidSpan(tx, id);
  const now = new Date();
  const next = {
    look: number,
    looked_at: now,
    // What is final stays so.
    phase: before.phase === 'over' ? before.phase : state.phase,
    is_retrying: state.isRetrying,
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
  await settlePremium(tx, before.user_id, isNews(before, after));
  return after;
}

/** Whether its owner would see a difference on an open page. */
function isNews(before: KnownSubscription, after: KnownSubscription): boolean {
  return (
    standingOf(before) !== standingOf(after) ||
    before.started_at?.getTime() !== after.started_at?.getTime() ||
    before.paid_until?.getTime() !== after.paid_until?.getTime()
  );
}

/** The provider knows of none such, as after a change of keys: what was paid is kept, and what wasn't is closed. */
async function giveUp(
  tx: Context,
  before: KnownSubscription,
  number: number,
): Promise<KnownSubscription> {
  const now = new Date();
  const standing = standingOf(before);
  const isOver = standing === 'pending' || standing === 'ended';
  return updateSubscription(tx, before.id, {
    look: number,
    looked_at: now,
    ...(isOver && { phase: 'over' as const, closed_at: before.closed_at ?? now }),
  });
}
