import type { Context } from '../../kernel/context.ts';
import { emit, transaction } from '../../platform/database/transaction.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { refreshSubscriptionJob, endPremiumJob } from '../billing.jobs.ts';
import { findPremium } from '../../auth/premium.queries.ts';
import { hasPremium } from '../../auth/premium.ts';
import { databaseTime, findOpen, hasProviderId } from '../subscriptions/subscription.queries.ts';
import { premiumChanged } from '../billing.events.ts';

const RETRY_DELAY_MS = 60_000;

/**
 * Runs when Premium ends (job). Premium ends by the clock alone. This job announces the end and refreshes the
 * subscription.
 */
export async function endPremium(ctx: Context, { userId }: { userId: string }): Promise<void> {
  const found = await findPremium(ctx, userId);
  if (!found) return;
  if (hasPremium(found)) return reschedule(ctx, userId, found.premium_until);
  const open = await findOpen(ctx, userId);
  await transaction(ctx, async (tx) => {
    emit(tx, premiumChanged, { userId, isActive: false });
    // A separate job. If the provider is away, its retries do not announce the end again.
    if (open && hasProviderId(open))
      await addJob(tx, refreshSubscriptionJob, { provider: open.provider, id: open.provider_id });
  });
}

/**
 * Premium may still be active here: jobs follow the database's clock, Premium follows ours. The person may also have
 * paid again.
 */
async function reschedule(ctx: Context, userId: string, until: Date | null): Promise<void> {
  const soon = (await databaseTime(ctx)).getTime() + RETRY_DELAY_MS;
  const at = new Date(Math.max(until?.getTime() ?? 0, soon));
  await addJob(ctx, endPremiumJob, { userId }, { at, key: `premium ${userId}` });
}
