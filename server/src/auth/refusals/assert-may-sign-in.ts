import { AppError } from '@roost/contract/errors';
import type { Context } from '../../kernel/context.ts';
import type { PasswordHolder } from '../../kernel/ports.ts';
import { closingRefusal } from '../closing/closing-refusal.ts';
import { makeAppealToken } from './appeal-token.ts';
import { findHiding, findOrder } from './refusal.queries.ts';

/**
 * Throws `suspended` or `banned`, with the end, the reason and a token for an appeal, while a decision of the moderators hides the
 * person. Throws `awaiting_approval` until an admin has approved the account, and `account_closing` for a closed one. The caller has
 * checked all factors, because the answer says that the account exists. It has locked the account.
 */
export async function assertMaySignIn(tx: Context, account: PasswordHolder): Promise<void> {
  const hiding = await findHiding(tx, account.id);
  if (!hiding) return;
  const { reason } = hiding;
  if (reason === 'closing') throw await closingRefusal(tx, account);
  if (reason === 'pending') throw new AppError('awaiting_approval');
  const order = await findOrder(tx, account.id, reason, tx.config.appealDays);
  throw new AppError(reason, {
    details: {
      until: hiding.until?.toISOString() ?? null,
      reason: order?.reason ?? null,
      appealToken: order?.can_appeal ? makeAppealToken(tx, order.id) : null,
    },
  });
}
