import type { Decision, Verdict } from '@roost/contract/moderation';
import { assertNotLastAdmin } from '../../auth/policy/change-role.ts';
import { authorize } from '../../auth/policy/authorize.ts';
import type { Action } from '../../auth/policy/policy.ts';
import type { MemberContext } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { assertShown, caseNotFound } from '../cases/assert-shown.ts';
import { findCase, lockCase } from '../cases/case.queries.ts';
import { findNames } from '../people/people.queries.ts';
import { presentDecision } from './present-decisions.ts';
import { settleCase } from './settle-case.ts';

/** Decides a case as the viewer, and closes it. */
export async function decideCase(
  ctx: MemberContext,
  caseId: string,
  verdict: Verdict,
): Promise<Decision> {
  return transaction(ctx, async (tx) =>
    presentDecision(tx, await decideAsViewer(tx, caseId, verdict)),
  );
}

/** The same in this transaction. Returns the id of the decision. Throws `conflict` for a suspension or a ban of the last admin. */
export async function decideAsViewer(
  tx: MemberContext,
  caseId: string,
  verdict: Verdict,
): Promise<string> {
  const { person_id: personId } = await assertShown(tx, await findCase(tx, caseId));
  // A case about a person who was erased can still be closed.
  const [person] = await findNames(tx, [personId]);
  await authorize(tx, actionOf(verdict), person?.id);
  if (actionOf(verdict) !== 'decideCase') await assertNotLastAdmin(tx, personId);
  // The case comes after the admins, as in every decision, to prevent deadlocks.
  const found = await lockCase(tx, caseId);
  if (!found) throw caseNotFound();
  const { id } = await settleCase(tx, found, verdict, { staffId: tx.viewer.id });
  return id;
}

function actionOf({ action }: Verdict): Action {
  if (action === 'ban') return 'banUser';
  return action === 'suspend' ? 'suspendUser' : 'decideCase';
}
