import { AppError } from '@roost/contract/errors';
import type { Appeal } from '@roost/contract/moderation';
import { authorize } from '../../auth/policy/authorize.ts';
import type { MemberContext } from '../../kernel/context.ts';
import { emit, transaction } from '../../platform/database/transaction.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { lockCase } from '../cases/case.queries.ts';
import { applyToPerson } from '../decisions/apply-to-person.ts';
import { applyToSubject, purgeSubject } from '../decisions/apply-to-subject.ts';
import { findDecision, undoDecision, type DecisionRow } from '../decisions/decision.queries.ts';
import { queueDecisionMail } from '../decisions/queue-decision-mail.ts';
import { caseChanged } from '../moderation.events.ts';
import { listStaff } from '../people/people.queries.ts';
import { concealedFrom } from '../people/staff.ts';
import { isPurgeable } from '../retention/retention.queries.ts';
import * as queries from './appeal.queries.ts';
import { mayDecide } from './may-decide.ts';
import { presentAppeals } from './present-appeals.ts';

export interface AppealOutcome {
  uphold: boolean;
  note: string;
  message: string;
}

const notFound = () => new AppError('not_found', { message: 'Appeal not found.' });

/**
 * Upholds a decision, or undoes all its effects. Somebody else decides than who made the decision, if there is anybody. A removed
 * subject is deleted for good when its removal is upheld.
 */
export async function decideAppeal(
  ctx: MemberContext,
  id: string,
  outcome: AppealOutcome,
): Promise<Appeal> {
  return transaction(ctx, async (tx) => {
    const appeal = await queries.lockAppeal(tx, id);
    const decision = appeal && (await findDecision(tx, appeal.decision_id));
    if (!appeal || !decision) throw notFound();
    if ((await concealedFrom(tx)).includes(decision.person_id)) throw notFound();
    await authorize(tx, 'decideAppeal', decision.person_id);
    if (appeal.decided_at)
      throw new AppError('conflict', { message: 'This appeal was decided before.' });
    if (!mayDecide(await listStaff(tx), tx.viewer.id, decision)) throw new AppError('own_decision');
    await queries.setOutcome(tx, id, {
      upheld: outcome.uphold,
      moderatorId: tx.viewer.id,
      note: outcome.note,
      message: outcome.message,
    });
    if (outcome.uphold) await purgeIfRemoved(tx, decision);
    else await undo(tx, decision);
    await recordAudit(tx, {
      action: outcome.uphold ? 'appeal.upheld' : 'appeal.granted',
      subject: { type: decision.subject_type, id: decision.subject_id },
      personId: decision.person_id,
      before: { decision: decision.id, action: decision.action },
      after: { isUndone: !outcome.uphold },
    });
    await queueDecisionMail(tx, decision.id, {
      message: outcome.message,
      isUpheld: outcome.uphold,
    });
    emit(tx, caseChanged, { caseId: decision.case_id });
    const decided = await queries.lockAppeal(tx, id);
    const [presented] = decided ? await presentAppeals(tx, [decided]) : [];
    if (!presented) throw notFound();
    return presented;
  });
}

/** Undoes a decision. If a newer one stands, nothing changes. */
async function undo(tx: MemberContext, decision: DecisionRow): Promise<void> {
  const found = await lockCase(tx, decision.case_id);
  if (!found || !(await undoDecision(tx, decision.id, 'appeal'))) return;
  await applyToSubject(tx, found, null);
  await applyToPerson(tx, decision.person_id);
}

async function purgeIfRemoved(tx: MemberContext, decision: DecisionRow): Promise<void> {
  const found = await lockCase(tx, decision.case_id);
  if (found && decision.action === 'remove' && (await isPurgeable(tx, decision.id)))
    await purgeSubject(tx, found, decision.id);
}
