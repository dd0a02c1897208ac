import type { Context } from '../context.ts';
import type { SubscriptionRecord } from '../db/tables.ts';
import { ProviderUnavailable } from '../payments/payment-provider.ts';
import { standingOf } from './standing.ts';
import { findToCheck } from './subscription.queries.ts';
import { JOB_PATIENCE, syncSubscription } from './sync-subscription.ts';

/** Asked about in one run; what is left comes first in the next. */
const MOST = 500;
/** Milliseconds after which one that was never paid is given up. */
const ABANDONED = 24 * 3_600_000;

/** Hourly: asks about what is not final, for events that never came. */
export async function reconcilePayments(ctx: Context, { all }: { all?: true }): Promise<void> {
  if (ctx.payments.name === 'off') return;
  const due = await findToCheck(ctx, ctx.payments.name, { all: all === true, most: MOST });
  for (const each of due) {
    try {
      await check(ctx, each);
    } catch (error) {
      ctx.log.warn({ err: error, subscription: each.id }, 'subscription not reconciled');
      // Away for one is away for all of them.
      if (error instanceof ProviderUnavailable) return;
    }
  }
}

async function check(ctx: Context, known: SubscriptionRecord): Promise<void> {
  const signal = AbortSignal.timeout(JOB_PATIENCE);
  const found = await syncSubscription(ctx, known, signal);
  const isAbandoned = Date.now() - found.created_at.getTime() > ABANDONED;
  if (standingOf(found) !== 'pending' || !isAbandoned) return;
  await ctx.payments.cancel(ctx, found.provider_id, 'now', signal);
  await syncSubscription(ctx, found, signal);
}
