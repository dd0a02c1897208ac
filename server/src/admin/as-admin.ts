import { authorize } from '../auth/policy/authorize.ts';
import type { Action } from '../auth/policy/policy.ts';
import type { MemberContext } from '../kernel/context.ts';
import type { AuditRecord } from '../moderation/audit/audit.queries.ts';
import { recordAudit } from '../moderation/audit/record-audit.ts';
import { transaction } from '../platform/database/transaction.ts';

/** The result of an act, and its entry for the audit log. An admin and the operator do the same acts. */
export interface Act<Result = void> {
  result: Result;
  record: AuditRecord;
}

/**
 * Runs an act of the viewer in a transaction, if the policy allows it. Writes the act to the audit log. `targetId` is the person
 * whom it concerns.
 */
export async function asAdmin<Result>(
  ctx: MemberContext,
  action: Action,
  act: (tx: MemberContext) => Promise<Act<Result>>,
  targetId?: string,
): Promise<Result> {
  return transaction(ctx, async (tx) => {
    await authorize(tx, action, targetId);
    const { result, record } = await act(tx);
    await recordAudit(tx, record);
    return result;
  });
}
