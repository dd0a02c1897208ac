import type { Context } from '../context.ts';
import { emit, transaction } from '../db/transaction.ts';
import { addJob } from '../jobs/jobs.ts';
import { findPremium } from '../users/premium.queries.ts';
import { hasPremium } from '../users/premium.ts';
import { databaseTime, findLive, isKnown } from './subscription.queries.ts';

/** Milliseconds. */
const AGAIN = 60_000;

/** The job of the moment Premium runs out: that ends by itself; this only tells, and has the books closed. */
export async function endPremium(ctx: Context, { userId }: { userId: string }): Promise<void> {
  const found = await findPremium(ctx, userId);
  if (!found) return;
  if (hasPremium(found)) return askAgain(ctx, userId, found.premium_until);
  const live = await findLive(ctx, userId);
  await transaction(ctx, async (tx) => {
    emit(tx, { name: 'premiumChanged', userId, isActive: false });
    // Of its own, so that a provider who is away has nobody told twice.
    if (live && isKnown(live))
      await addJob(tx, 'checkSubscription', { provider: live.provider, id: live.provider_id });
  });
}

/** Jobs go by the database's clock, Premium by ours; or it was paid for on meanwhile. */
async function askAgain(ctx: Context, userId: string, until: Date | null): Promise<void> {
  const soon = (await databaseTime(ctx)).getTime() + AGAIN;
  const at = new Date(Math.max(until?.getTime() ?? 0, soon));
  await addJob(ctx, 'endPremium', { userId }, { at, insteadOf: `premium ${userId}` });
}
