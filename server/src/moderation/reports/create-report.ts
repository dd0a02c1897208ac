import type { ReportReason, Subject } from '@roost/contract/moderation';
import { v7 as newId } from 'uuid';
import { assertEmailVerified } from '../../auth/addresses/assert-email-verified.ts';
import { authorize } from '../../auth/policy/authorize.ts';
import type { MemberContext } from '../../kernel/context.ts';
import { holdMedia } from '../../media/held-media.queries.ts';
import { emit, transaction } from '../../platform/database/transaction.ts';
import { mediaIn, type Evidence } from '../evidence/evidence.ts';
import { insertEvidence } from '../evidence/evidence.queries.ts';
import { caseChanged } from '../moderation.events.ts';
import { findRule } from '../rules/find-rule.ts';
import { findSubject } from './find-subject.ts';
import * as queries from './report.queries.ts';

export interface ReportInput {
  subject: Subject;
  reason: ReportReason;
  comment: string;
  ruleId?: string | undefined;
}

/**
 * Reports something to the moderators, together with the subject as the reporter sees it. The same report again is the first one. A
 * person can be reported again after a decision, because they may have done something new.
 */
export async function createReport(ctx: MemberContext, input: ReportInput): Promise<string> {
  const rule = await findRule(ctx, input.ruleId);
  return transaction(ctx, async (tx) => {
    await authorize(tx, 'report');
    await assertEmailVerified(tx);
    const subject = await findSubject(tx, input.subject);
    const { id: caseId, status, round } = await queries.lockCaseOf(tx, newId(), subject);
    const isNewRound = status === 'closed' && subject.type === 'user';
    const report = {
      id: newId(),
      caseId,
      reporterId: tx.viewer.id,
      round: round + Number(isNewRound),
      reason: input.reason,
      comment: input.comment,
      ruleId: rule?.id ?? null,
    };
    if (!(await queries.insertReport(tx, report)))
      return (await queries.findReportId(tx, report)) ?? report.id;
    await storeEvidence(tx, caseId, report.id, subject.evidence);
    await queries.countReport(tx, caseId, report.round);
    emit(tx, caseChanged, { caseId });
    return report.id;
  });
}

/** Stores what the reporter sees, and holds its media. Equal content of a case is stored once. */
async function storeEvidence(
  tx: MemberContext,
  caseId: string,
  reportId: string,
  evidence: Evidence,
): Promise<void> {
  const stored = await insertEvidence(tx, caseId, newId(), evidence);
  if (!stored) return;
  if (stored.isNew) await holdMedia(tx, stored.id, mediaIn(evidence));
  await queries.setEvidence(tx, reportId, stored.id);
}
