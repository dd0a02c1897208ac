import type { Act } from '../../server/src/admin/as-admin.ts';
import type { Context } from '../../server/src/kernel/context.ts';
import { recordAuditBy } from '../../server/src/moderation/audit/record-audit.ts';
import { transaction } from '../../server/src/platform/database/transaction.ts';

/** Runs an act in a transaction, and writes it to the audit log as the operator's. */
export async function asOperator<Result>(
  ctx: Context,
  act: (tx: Context) => Promise<Act<Result>>,
): Promise<Result> {
  return transaction(ctx, async (tx) => {
    const { result, record } = await act(tx);
    await recordAuditBy(tx, 'operator', record);
    return result;
  });
}
