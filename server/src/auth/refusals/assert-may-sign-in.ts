import { AppError } from '@roost/contract/errors';
import type { Context } from '../../kernel/context.ts';
import { makeAppealToken } from './appeal-token.ts';
import { findHiding, findOrder } from './refusal.queries.ts';

/**
 * Throws `suspended` or `banned`, with the end, the reason and a token for an appeal, while a decision of the moderators hides the
 * person. Throws `awaiting_approval` until an admin has approved the account. The caller has checked all factors, because the answer
 * says that the account exists. It has locked the account.
 */
export async function assertMaySignIn(tx: Context, userId: string): Promise<void> {
  const hiding = await findHiding(tx, userId);
  if (!hiding) return;
  const { reason } = hiding;
  if (reason === 'pending') throw new AppError('awaiting_approval');
  const order = await findOrder(tx, userId, reason, tx.config.appealDays);
  throw new AppError(reason, {
    details: {
      until: hiding.until?.toISOString() ?? null,
      reason: order?.reason ?? null,
      appealToken: order?.can_appeal ? makeAppealToken(tx, order.id) : null,
    },
  });
}
