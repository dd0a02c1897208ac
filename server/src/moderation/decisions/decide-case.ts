import type { Decision, Verdict } from '@roost/contract/moderation';
import { authorize } from '../../auth/policy/authorize.ts';
import type { MemberContext } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { caseNotFound } from '../cases/assign-case.ts';
import { lockCase } from '../cases/case.queries.ts';
import { findNames } from '../people/people.queries.ts';
import { presentDecision } from './present-decisions.ts';
import { settleCase } from './settle-case.ts';

/** Decides a case as the viewer, and closes it. */
export async function decideCase(
  ctx: MemberContext,
  caseId: string,
  verdict: Verdict,
): Promise<Decision> {
  return transaction(ctx, async (tx) => {
    const found = await lockCase(tx, caseId);
    if (!found) throw caseNotFound();
    // A case about a person who was erased can still be closed.
    const [person] = await findNames(tx, [found.person_id]);
    await authorize(tx, verdict.action === 'ban' ? 'banUser' : 'decideCase', person?.id);
    const { id } = await settleCase(tx, found, verdict, { staffId: tx.viewer.id });
    return presentDecision(tx, id);
  });
}
