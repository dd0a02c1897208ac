import type { Context } from '../context.ts';
import type { KnownSubscription } from '../db/tables.ts';
import { ProviderUnavailable } from '../payments/payment-provider.ts';
import { BEGINNING } from './settle-earlier.ts';
import { keepCheck, type PaymentCheck } from './payment-check.queries.ts';
import { findUnsent } from './receipt.queries.ts';
import { addReceipt } from './send-receipt.ts';
import { standingOf } from './standing.ts';
import { deleteLeft, findDue, findOpen, noteLook } from './subscription.queries.ts';
import { JOB_PATIENCE, syncSubscription } from './sync-subscription.ts';

/** Asked about at a time; in the hourly run, at most. What is left comes first in the next. */
const MOST = 500;
/** Milliseconds after which one that was never paid is given up. */
const ABANDONED = 24 * 3_600_000;

type Outcome = Omit<PaymentCheck, 'id' | 'provider'>;

/**
 * Hourly: asks about what is not final, for events that never came. `all`: about everything, due or not; `report`:
 * the id under which what came of it is kept, for whoever asked.
 */
export async function reconcilePayments(
  ctx: Context,
  { all = false, report }: { all?: boolean; report?: string },
): Promise<void> {
  const provider = ctx.payments.name;
  const outcome: Outcome = { asked: 0, failed: 0, not_asked: 0, trouble: null };
  if (provider === 'off') outcome.trouble = 'payments are off';
  else await askAll(ctx, all, outcome);
  for (const id of await findUnsent(ctx)) await addReceipt(ctx, id);
  if (report) await keepCheck(ctx, { id: report, provider, ...outcome });
}

async function askAll(ctx: Context, all: boolean, outcome: Outcome): Promise<void> {
  await deleteLeft(ctx, BEGINNING);
  const provider = ctx.payments.name;
  for (let last: string | undefined; ;) {
    const due = all
      ? await findOpen(ctx, provider, MOST, last)
      : await findDue(ctx, provider, MOST);
    last = due.at(-1)?.id;
    for (const [n, each] of due.entries()) {
      const trouble = await check(ctx, each);
      outcome.asked += 1;
      if (trouble) outcome.failed += 1;
      // Away for one is away for all of them; refused is about this one.
      if (!(trouble instanceof ProviderUnavailable)) continue;
      outcome.not_asked = due.length - n - 1;
      outcome.trouble = trouble.message;
      return;
    }
    if (!all || due.length < MOST) return;
  }
}

/** What went wrong, if anything did. */
async function check(ctx: Context, known: KnownSubscription): Promise<unknown> {
  const signal = AbortSignal.timeout(JOB_PATIENCE);
  try {
    const found = await syncSubscription(ctx, known, signal);
    const isAbandoned = Date.now() - found.created_at.getTime() > ABANDONED;
    if (standingOf(found) !== 'pending' || !isAbandoned) return null;
    await ctx.payments.cancel(ctx, found.provider_id, 'now', signal);
    await syncSubscription(ctx, found, signal);
    return null;
  } catch (error) {
    ctx.log.warn({ err: error, subscription: known.id }, 'subscription not reconciled');
    // Or it would come first for ever.
    if (!(error instanceof ProviderUnavailable)) await noteLook(ctx, known.id);
    return error;
  }
}
