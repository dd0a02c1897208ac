import type { Context } from '../context.ts';
import { emit, transaction } from '../db/transaction.ts';
import { hasPremium } from '../users/premium.ts';
import { findLive, findPremium } from './subscription.queries.ts';
import { JOB_PATIENCE, syncSubscription } from './sync-subscription.ts';

/** The job of the moment Premium runs out: that ends by itself; this only tells, and closes the books. */
export async function endPremium(ctx: Context, { userId }: { userId: string }): Promise<void> {
  const found = await findPremium(ctx, userId);
  if (!found || hasPremium(found)) return;
  await transaction(ctx, async (tx) =>
    emit(tx, { name: 'premiumChanged', userId, isActive: false }),
  );
  const live = await findLive(ctx, userId);
  if (live?.provider === ctx.payments.name)
    await syncSubscription(ctx, live, AbortSignal.timeout(JOB_PATIENCE));
}
