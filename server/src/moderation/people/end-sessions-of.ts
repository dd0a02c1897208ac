import { authorize } from '../../auth/policy/authorize.ts';
import { endAllSessions } from '../../auth/sessions/end-sessions.ts';
import type { MemberContext } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { recordAudit } from '../audit/record-audit.ts';

/** Signs a person out everywhere. They can sign in again. */
export async function endSessionsOf(ctx: MemberContext, userId: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    await authorize(tx, 'endSessions', userId);
    await endAllSessions(tx, userId);
    await recordAudit(tx, { action: 'user.signedOut', personId: userId });
  });
}
