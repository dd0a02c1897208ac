import { AppError } from '@roost/contract/errors';
import type { ModerationCase } from '@roost/contract/moderation';
import { authorize } from '../../auth/policy/authorize.ts';
import type { MemberContext } from '../../kernel/context.ts';
import { emit, transaction } from '../../platform/database/transaction.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { caseChanged } from '../moderation.events.ts';
import { assertShown, caseNotFound } from './assert-shown.ts';
import { lockCase, setAssignee, type CaseRow } from './case.queries.ts';
import { presentCases } from './present-cases.ts';

/** Assigns an open case to the viewer. It may take the case from somebody else. */
export async function assignCase(ctx: MemberContext, caseId: string): Promise<ModerationCase> {
  return changeAssignee(ctx, caseId, ctx.viewer.id);
}

/** Puts an open case back into the queue. */
export async function unassignCase(ctx: MemberContext, caseId: string): Promise<ModerationCase> {
  return changeAssignee(ctx, caseId, null);
}

async function changeAssignee(
  ctx: MemberContext,
  caseId: string,
  assigneeId: string | null,
): Promise<ModerationCase> {
  return transaction(ctx, async (tx) => {
    await authorize(tx, 'assignCase');
    const found = await assertShown(tx, await lockCase(tx, caseId));
    if (found.status === 'closed')
      throw new AppError('conflict', { message: 'This case is closed.' });
    if (found.assignee_id !== assigneeId) await change(tx, found, assigneeId);
    const [presented] = await presentCases(tx, [
      { ...found, assignee_id: assigneeId, status: assigneeId ? 'assigned' : 'open' },
    ]);
    if (!presented) throw caseNotFound();
    return presented;
  });
}

async function change(tx: MemberContext, found: CaseRow, assigneeId: string | null): Promise<void> {
  await setAssignee(tx, found.id, assigneeId);
  await recordAudit(tx, {
    action: 'case.assigned',
    subject: { type: 'case', id: found.id },
    personId: found.person_id,
    before: { assignee: found.assignee_id },
    after: { assignee: assigneeId },
  });
  emit(tx, caseChanged, { caseId: found.id });
}
