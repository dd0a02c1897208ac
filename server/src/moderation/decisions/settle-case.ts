import { AppError } from '@roost/contract/errors';
import type { Verdict } from '@roost/contract/moderation';
import { v7 as newId } from 'uuid';
import type { Context } from '../../kernel/context.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import { emit } from '../../platform/database/transaction.ts';
import { recordAuditBy, staffIdOf, type Actor } from '../audit/record-audit.ts';
import type { CaseRow } from '../cases/case.queries.ts';
import { caseChanged } from '../moderation.events.ts';
import { findRule } from '../rules/find-rule.ts';
import { applyToPerson } from './apply-to-person.ts';
import { applyToSubject, assertFits } from './apply-to-subject.ts';
import * as queries from './decision.queries.ts';
import { tellAuthor } from './queue-decision-mail.ts';

/** A new decision, without its texts. */
interface Settled {
  id: string;
  action: Verdict['action'];
  until: Date | null;
}

/**
 * Closes a case with a decision, in this transaction, with an entry in the audit log. The decision that stood before ends, with all
 * its effects. The author gets a mail. The caller has locked the case, and knows that this actor may decide it.
 */
export async function settleCase(
  tx: Context,
  found: CaseRow,
  verdict: Verdict,
  actor: Actor,
): Promise<Settled> {
  const rule = await findRule(tx, verdict.ruleId);
  assertFits(found, verdict.action);
  const decision = { id: newId(), action: verdict.action, until: endOf(verdict) };
  const before = await queries.undoStanding(tx, found.id, 'decision');
  await queries.insertDecision(tx, {
    ...decision,
    caseId: found.id,
    personId: found.person_id,
    moderatorId: staffIdOf(actor),
    reason: verdict.reason ?? (await queries.findMainReason(tx, found.id)),
    rule,
    note: verdict.note,
    message: verdict.message,
  });
  await queries.closeCase(tx, found.id);
  await applyToSubject(tx, found, verdict.action);
  await applyToPerson(tx, found.person_id);
  await recordAuditBy(tx, actor, {
    action: `case.${decision.action}`,
    subject: { type: found.subject_type, id: found.subject_id },
    personId: found.person_id,
    ...(before && { before: stateOf(before) }),
    after: stateOf(decision),
  });
  const endsEarlier = before !== undefined && queries.hasEffect(before);
  if (verdict.action !== 'dismiss' || endsEarlier)
    await tellAuthor(tx, { id: decision.id, personId: found.person_id, endsEarlier });
  emit(tx, caseChanged, { caseId: found.id });
  return decision;
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

const stateOf = ({ id, action, until }: Settled) => ({
  decision: id,
  action,
  until: until?.toISOString() ?? null,
});
