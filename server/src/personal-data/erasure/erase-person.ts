import type { Context } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import type { Attempt } from '../../platform/jobs/job.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { asPerson } from '../../auth/as-person.ts';
import { erasePersonJob } from '../personal-data.jobs.ts';
import { beginErasure, listDueErasures } from './erasure.queries.ts';
import { erasureSteps } from './erasure-steps.ts';

const ERASURES_PER_SWEEP = 100;

/**
 * Erases a person whose time to restore the account is over (job). Each step works in batches and repeats without harm, so a new
 * try continues where a crash stopped the last one. The last step empties the row of the person.
 */
export async function erasePerson(
  ctx: Context,
  { userId }: { userId: string },
  { jobs }: Pick<Attempt, 'jobs'>,
): Promise<void> {
  const isDue = await transaction(ctx, async (tx) => beginErasure(tx, userId));
  if (!isDue) return;
  const person = asPerson(ctx, userId);
  for (const step of erasureSteps) await step(person, jobs);
  ctx.log.info({ userId }, 'account erased');
}

/** Adds the jobs of due erasures again, because a job may have failed for the last time. A waiting job stays the only one. */
export async function queueDueErasures(ctx: Context): Promise<void> {
  for (const userId of await listDueErasures(ctx, ERASURES_PER_SWEEP))
    await queueErasure(ctx, userId);
}

export async function queueErasure(ctx: Context, userId: string, at?: Date): Promise<void> {
  await addJob(ctx, erasePersonJob, { userId }, { key: `erase ${userId}`, ...(at && { at }) });
}
