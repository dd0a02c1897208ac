import { AppError } from '@roost/contract/errors';
import type { Decision, Verdict } from '@roost/contract/moderation';
import { v7 as newId } from 'uuid';
import { authorize } from '../../auth/policy/authorize.ts';
import type { MemberContext } from '../../kernel/context.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import { emit, transaction } from '../../platform/database/transaction.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { caseNotFound } from '../cases/assign-case.ts';
import { lockCase, type CaseRow } from '../cases/case.queries.ts';
import { findNames } from '../people/people.queries.ts';
import { caseChanged } from '../moderation.events.ts';
import { findRule } from '../rules/find-rule.ts';
import { applyToPerson } from './apply-to-person.ts';
import { applyToSubject, assertFits } from './apply-to-subject.ts';
import * as queries from './decision.queries.ts';
import { tellAuthor } from './queue-decision-mail.ts';
import { presentDecision } from './present-decisions.ts';

/**
 * Decides a case and closes it, in one transaction with the entry in the audit log. The decision that stood before ends, with all
 * its effects. The author gets a mail.
 */
export async function decideCase(
  ctx: MemberContext,
  caseId: string,
  verdict: Verdict,
): Promise<Decision> {
  const until = endOf(verdict);
  const rule = await findRule(ctx, verdict.ruleId);
  return transaction(ctx, async (tx) => {
    const found = await lockCase(tx, caseId);
    if (!found) throw caseNotFound();
    // A case about a person who was erased can still be closed.
    const [person] = await findNames(tx, [found.person_id]);
    await authorize(tx, verdict.action === 'ban' ? 'banUser' : 'decideCase', person?.id);
    assertFits(found, verdict.action);
    const before = await queries.undoStanding(tx, caseId, 'decision');
    const id = newId();
    await queries.insertDecision(tx, {
      id,
      caseId,
      personId: found.person_id,
      moderatorId: tx.viewer.id,
      action: verdict.action,
      reason: verdict.reason ?? (await queries.findMainReason(tx, caseId)),
      rule,
      until,
      note: verdict.note,
      message: verdict.message,
    });
    await queries.closeCase(tx, caseId);
    await applyToSubject(tx, found, verdict.action);
    await applyToPerson(tx, found.person_id);
    await record(tx, found, before, { id, action: verdict.action, until });
    if (verdict.action !== 'dismiss' || hasEffect(before))
      await tellAuthor(tx, { id, personId: found.person_id });
    emit(tx, caseChanged, { caseId });
    return presentDecision(tx, id);
  });
}

/** Throws `bad_input` for an end that is over, and for an action without an end. */
function endOf({ action, until }: Verdict): Date | null {
  if (until === undefined) return null;
  if (action !== 'limit' && action !== 'suspend')
    throw new AppError('bad_input', { message: 'Only a limit or a suspension has an end.' });
  const end = new Date(until);
  if (end.getTime() <= wallClock())
    throw new AppError('bad_input', { message: 'This end is over already.' });
  return end;
}

const hasEffect = (before: queries.UndoneDecision | undefined) =>
  before !== undefined && before.action !== 'dismiss' && before.action !== 'warn';

async function record(
  tx: MemberContext,
  found: CaseRow,
  before: queries.UndoneDecision | undefined,
  after: { id: string; action: string; until: Date | null },
): Promise<void> {
  const stateOf = ({ id, action, until }: { id: string; action: string; until: Date | null }) => ({
    decision: id,
    action,
    until: until?.toISOString() ?? null,
  });
  await recordAudit(tx, {
    action: `case.${after.action}`,
    subject: { type: found.subject_type, id: found.subject_id },
    personId: found.person_id,
    ...(before && { before: stateOf(before) }),
    after: stateOf(after),
  });
}
