import type { Context } from '../kernel/context.ts';
import { transaction } from '../platform/database/transaction.ts';
import { addJob } from '../platform/jobs/add-job.ts';
import { rankHashtagsJob } from './search.jobs.ts';
import { replaceTrending, updateUsed } from './trending.queries.ts';

/** Ranks again at once, after somebody was hidden or shown. */
export async function queueRanking(tx: Context): Promise<void> {
  await addJob(tx, rankHashtagsJob, {}, { key: 'rankHashtags after a change' });
}

/** Computes trending and used hashtags every minute, so that no request counts them. */
export async function rankHashtags(ctx: Context): Promise<void> {
  await transaction(ctx, async (tx) => {
    await replaceTrending(tx);
    await updateUsed(tx);
  });
}
