import type { MemberContext } from '../../kernel/context.ts';
import type { StoredJobs } from '../../platform/jobs/job.ts';
import { listDecisionIds } from './erase-moderation.queries.ts';
import { findErased } from './erasure.queries.ts';

/**
 * Deletes waiting and failed jobs that name the person, the address, or a decision about the person. Their errors may contain an
 * address, too.
 */
export async function eraseJobs(ctx: MemberContext, jobs: StoredJobs): Promise<void> {
  const account = await findErased(ctx, ctx.viewer.id);
  const decisions = await listDecisionIds(ctx, ctx.viewer.id);
  await jobs.deleteNaming([ctx.viewer.id, ...(account ? [account.email] : []), ...decisions]);
}
