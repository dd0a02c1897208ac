import type { Context } from '../context.ts';
import { emit } from '../db/transaction.ts';
import { addJob } from '../jobs/jobs.ts';
import { hasPremium } from '../users/premium.ts';
import { premiumUntil } from './standing.ts';
import { lockPremium, setPremium } from './subscription.queries.ts';

/**
 * Brings what a person may do up to what they have paid for, as part of the transaction that found out; their tabs hear
 * of that, and of any other `isNews`.
 */
export async function settlePremium(
  tx: Pick<Context, 'db' | 'pending'>,
  userId: string,
  isNews = false,
): Promise<void> {
  const { before, subscriptions } = await lockPremium(tx, userId);
  const ends = subscriptions.flatMap((each) => premiumUntil(each) ?? []);
  const until = ends.reduce<Date | null>((last, end) => (last && last > end ? last : end), null);
  // Where nothing was ever paid, nothing follows from it.
  const isPaid = subscriptions.length > 0;
  const isActive = hasPremium({ premium_until: isPaid ? until : before });
  if (isNews || isActive !== hasPremium({ premium_until: before }))
    emit(tx, { name: 'premiumChanged', userId, isActive });
  if (!isPaid || before?.getTime() === until?.getTime()) return;
  await setPremium(tx, userId, until);
  emit(tx, { name: 'premiumSet', userId });
  if (until && isActive)
    await addJob(tx, 'endPremium', { userId }, { at: until, insteadOf: `premium ${userId}` });
}
