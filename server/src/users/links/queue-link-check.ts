import type { Context } from '../../kernel/context.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { verifyLinksJob } from './links.jobs.ts';

/** Has the pages of somebody's links read again, after a change of the links or of the profile's address. */
export async function queueLinkCheck(tx: Context, userId: string): Promise<void> {
  if (tx.config.fetchPages === 'off') return;
  await addJob(tx, verifyLinksJob, { userId }, { key: `verifyLinks:${userId}` });
}
