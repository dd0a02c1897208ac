import type { Context } from '../../kernel/context.ts';
import type { KnownSubscription } from '../../platform/database/tables.ts';
import { ProviderUnavailable } from '../provider/payment-provider.ts';
import { CREATION_TIMEOUT_MS } from '../subscriptions/resolve-existing-subscription.ts';
import { insertPaymentCheck, type PaymentCheck } from './payment-check.queries.ts';
import { listUnsentReceipts } from '../receipts/receipt.queries.ts';
import { queueReceipt } from '../receipts/send-receipt.ts';
import { subscriptionStatus } from '../subscriptions/subscription-status.ts';
import { deleteAbandoned, listDue, listOpen, recordRefreshAttempt } from './reconcile.queries.ts';
import { JOB_TIMEOUT_MS, refreshSubscription } from '../subscriptions/refresh-subscription.ts';
import { wallClock } from '../../lib/wall-clock.ts';

/** Subscriptions in one batch. An hourly run handles one batch at most, and the next run begins with the rest. */
const BATCH_SIZE = 500;
/** Milliseconds after which an unpaid subscription times out. */
const UNPAID_TIMEOUT_MS = 24 * 3_600_000;

type Result = Omit<PaymentCheck, 'id' | 'provider'>;

/**
 * Refreshes subscriptions from the provider, because events can get lost (hourly job). `all` also refreshes those that
 * are not due. `report` is the id under which the result is stored for the operator.
 */
export async function reconcilePayments(
  ctx: Context,
  { all = false, report }: { all?: boolean; report?: string },
): Promise<void> {
  const provider = ctx.payments.name;
  const result: Result = { asked: 0, failed: 0, not_asked: 0, trouble: null };
  if (provider === 'off') result.trouble = 'payments are off';
  else await refreshAll(ctx, all, result);
  for (const id of await listUnsentReceipts(ctx)) await queueReceipt(ctx, id);
  if (report) await insertPaymentCheck(ctx, { id: report, provider, ...result });
}

async function refreshAll(ctx: Context, all: boolean, result: Result): Promise<void> {
  await deleteAbandoned(ctx, CREATION_TIMEOUT_MS);
  const provider = ctx.payments.name;
  for (let last: string | undefined; ;) {
    const due = all
      ? await listOpen(ctx, provider, BATCH_SIZE, last)
      : await listDue(ctx, provider, BATCH_SIZE);
    last = due.at(-1)?.id;
    for (const [n, each] of due.entries()) {
      const problem = await reconcileOne(ctx, each);
      result.asked += 1;
      if (problem) result.failed += 1;
      // If the provider is unavailable, it is unavailable for all. A refusal concerns one subscription.
      if (!(problem instanceof ProviderUnavailable)) continue;
      result.not_asked = due.length - n - 1;
      result.trouble = problem.message;
      return;
    }
    if (!all || due.length < BATCH_SIZE) return;
  }
}

/** Refreshes one subscription and cancels it if it stayed unpaid too long. Returns the error, or null. */
async function reconcileOne(ctx: Context, subscription: KnownSubscription): Promise<unknown> {
  const signal = AbortSignal.timeout(JOB_TIMEOUT_MS);
  try {
    const refreshed = await refreshSubscription(ctx, subscription, signal);
    const isTimedOut = wallClock() - refreshed.created_at.getTime() > UNPAID_TIMEOUT_MS;
    if (subscriptionStatus(refreshed) !== 'pending' || !isTimedOut) return null;
    await ctx.payments.cancel(ctx, refreshed.provider_id, 'now', signal);
    await refreshSubscription(ctx, refreshed, signal);
    return null;
  } catch (error) {
    ctx.log.warn({ err: error, subscription: subscription.id }, 'subscription not reconciled');
    // Otherwise this subscription would be the first of every run.
    if (!(error instanceof ProviderUnavailable)) await recordRefreshAttempt(ctx, subscription.id);
    return error;
  }
}
