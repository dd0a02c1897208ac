import { AppError } from '@roost/contract/errors';
import type { SuggestedUser } from '@roost/contract/users';
import type { MemberContext } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { rankSuggestions } from './rank-suggestions.ts';
import { insertDismissal } from './suggestion.queries.ts';
import { assertUserExists, presentSuggested } from '../present-users.ts';

/** Lists people whom the viewer may want to follow, the best suggestion first. */
export async function suggestUsers(ctx: MemberContext, limit: number): Promise<SuggestedUser[]> {
  return presentSuggested(ctx, await rankSuggestions(ctx, ctx.viewer.id, limit));
}

/** Never suggests this person to the viewer again. A repeated call changes nothing. */
export async function dismissSuggested(ctx: MemberContext, userId: string): Promise<void> {
  if (userId === ctx.viewer.id)
    throw new AppError('self_action', { message: 'You are never suggested to yourself.' });
  await transaction(ctx, async (tx) => {
    await assertUserExists(tx, userId);
    await insertDismissal(tx, tx.viewer.id, userId);
  });
}
