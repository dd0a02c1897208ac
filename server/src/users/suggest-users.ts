import { AppError } from '@roost/contract/errors';
import type { SuggestedUser } from '@roost/contract/users';
import type { MemberContext } from '../context.ts';
import { forCandidates } from '../db/reads.ts';
import { transaction } from '../db/transaction.ts';
import { insertDismissal, listSuggestedIds } from './suggestion.queries.ts';
import { findUsers } from './user.queries.ts';
import { viewSuggested } from './view-users.ts';

/** People the viewer may want to follow. */
export async function suggestUsers(ctx: MemberContext, limit: number): Promise<SuggestedUser[]> {
  return viewSuggested(ctx, await listSuggestedIds(forCandidates(ctx), ctx.viewer.id, limit));
}

/** Suggests this person no more; again changes nothing. */
export async function dismissSuggested(ctx: MemberContext, userId: string): Promise<void> {
  if (userId === ctx.viewer.id)
    throw new AppError('self_action', { message: 'You are never suggested to yourself.' });
  await transaction(ctx, async (tx) => {
    const [person] = await findUsers(tx, [userId]);
    if (!person) throw new AppError('not_found', { message: 'User not found.' });
    await insertDismissal(tx, tx.viewer.id, userId);
  });
}
