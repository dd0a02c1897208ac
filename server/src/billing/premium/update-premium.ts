import type { Context } from '../../kernel/context.ts';
import { emit } from '../../platform/database/transaction.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { endPremiumJob } from '../billing.jobs.ts';
import { hasPremium } from '../../auth/premium.ts';
import { premiumUntil } from '../subscriptions/subscription-status.ts';
import { lockPremium, setPremium } from './premium.queries.ts';
import { premiumChanged, premiumEndStored } from '../billing.events.ts';

/**
 * Sets the end of a person's Premium from their payments, in the transaction that stored these. Open tabs learn about a
 * change of Premium, and also about another visible change if `hasOtherChange`.
 */
export async function updatePremium(
  tx: Pick<Context, 'db' | 'pending' | 'traces'>,
  userId: string,
  hasOtherChange = false,
): Promise<void> {
  const { before, subscriptions } = await lockPremium(tx, userId);
  const ends = subscriptions.flatMap((each) => premiumUntil(each) ?? []);
  const until = ends.reduce<Date | null>((last, end) => (last && last > end ? last : end), null);
  // Without any payment, the stored value stays. It may come from elsewhere.
  const isPaid = subscriptions.length > 0;
  const isActive = hasPremium({ premium_until: isPaid ? until : before });
  if (hasOtherChange || isActive !== hasPremium({ premium_until: before }))
    emit(tx, premiumChanged, { userId, isActive });
  if (!isPaid || before?.getTime() === until?.getTime()) return;
  await setPremium(tx, userId, until);
  emit(tx, premiumEndStored, { userId });
  if (until && isActive)
    await addJob(tx, endPremiumJob, { userId }, { at: until, key: `premium ${userId}` });
}
