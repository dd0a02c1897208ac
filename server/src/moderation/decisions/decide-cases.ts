import { AppError } from '@roost/contract/errors';
import type { Verdict } from '@roost/contract/moderation';
import type { MemberContext } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { decideAsViewer } from './decide-case.ts';

interface Outcome {
  decided: string[];
  refused: { caseId: string; code: string }[];
}

/**
 * Decides many cases in the same way, one after the other, each in its own transaction. A case that cannot be decided does not stop
 * the others. A missing proof stops all, because it would refuse each of them.
 */
export async function decideCases(
  ctx: MemberContext,
  { caseIds, ...verdict }: Verdict & { caseIds: string[] },
): Promise<Outcome> {
  const outcome: Outcome = { decided: [], refused: [] };
  for (const caseId of new Set(caseIds)) {
    try {
      await transaction(ctx, async (tx) => decideAsViewer(tx, caseId, verdict));
      outcome.decided.push(caseId);
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'reauth_required') throw error;
      outcome.refused.push({ caseId, code: error.code });
    }
  }
  return outcome;
}
