import type { ReportReason, Subject } from '@roost/contract/moderation';
import { assertEmailVerified } from '../../auth/addresses/assert-email-verified.ts';
import { authorize } from '../../auth/policy/authorize.ts';
import type { MemberContext } from '../../kernel/context.ts';
import { emit, transaction } from '../../platform/database/transaction.ts';
import { caseChanged } from '../moderation.events.ts';
import { findRule } from '../rules/find-rule.ts';
import { fileReport } from './file-report.ts';
import { findSubject } from './find-subject.ts';

export interface ReportInput {
  subject: Subject;
  reason: ReportReason;
  comment: string;
  ruleId?: string | undefined;
}

/** Reports something to the moderators, together with the subject as the reporter sees it. */
export async function createReport(ctx: MemberContext, input: ReportInput): Promise<string> {
  const rule = await findRule(ctx, input.ruleId);
  return transaction(ctx, async (tx) => {
    await authorize(tx, 'report');
    await assertEmailVerified(tx);
    const subject = await findSubject(tx, input.subject);
    const report = await fileReport(tx, subject, {
      reporterId: tx.viewer.id,
      reason: input.reason,
      comment: input.comment,
      ruleId: rule?.id ?? null,
    });
    if (report.isNew) emit(tx, caseChanged, { caseId: report.caseId });
    return report.id;
  });
}
