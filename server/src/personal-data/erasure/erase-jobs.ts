import type { MemberContext } from '../../kernel/context.ts';
import type { StoredJobs } from '../../platform/jobs/job.ts';
import { listDecisionIds } from './erase-moderation.queries.ts';
import { listAddresses } from './erasure.queries.ts';

/**
 * Deletes waiting and failed jobs that name the person, an address of theirs, or a decision about them. Their errors may contain an
 * address, too.
 */
export async function eraseJobs(ctx: MemberContext, jobs: StoredJobs): Promise<void> {
  const { id } = ctx.viewer;
  const addresses = await listAddresses(ctx, id);
  const decisions = await listDecisionIds(ctx, id);
  await jobs.deleteNaming([id, ...addresses, ...decisions]);
}
