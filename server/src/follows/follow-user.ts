import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../context.ts';
import { emit, transaction } from '../db/transaction.ts';
import { findRelations, lockPair } from '../users/user.queries.ts';
import { deleteFollow, insertFollow } from './follow.queries.ts';

/** Follows a person; again changes nothing. */
export async function followUser(ctx: MemberContext, userId: string): Promise<void> {
  assertOther(ctx, userId);
  await transaction(ctx, async (tx) => {
    if (!(await lockPair(tx, tx.viewer.id, userId)))
      throw new AppError('not_found', { message: 'User not found.' });
    const [relation] = await findRelations(tx, tx.viewer.id, [userId]);
    if (relation?.blocks || relation?.blocked_by) throw new AppError('forbidden');
    if (await insertFollow(tx, tx.viewer.id, userId))
      emit(tx, { name: 'followed', followerId: tx.viewer.id, followeeId: userId });
  });
}

export async function unfollowUser(ctx: MemberContext, userId: string): Promise<void> {
  assertOther(ctx, userId);
  await transaction(ctx, async (tx) => {
    if (!(await lockPair(tx, tx.viewer.id, userId)))
      throw new AppError('not_found', { message: 'User not found.' });
    if (await deleteFollow(tx, tx.viewer.id, userId))
      emit(tx, { name: 'unfollowed', followerId: tx.viewer.id, followeeId: userId });
  });
}

function assertOther(ctx: MemberContext, userId: string): void {
  if (userId === ctx.viewer.id)
    throw new AppError('self_action', { message: "You can't follow yourself." });
}
