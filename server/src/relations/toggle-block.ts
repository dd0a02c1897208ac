import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../kernel/context.ts';
import { emit, transaction } from '../platform/database/transaction.ts';
import { deleteFollow } from './follow.queries.ts';
import { lockPair } from '../users/user.queries.ts';
import { deleteBlock, insertBlock } from './block.queries.ts';
import { blocked, followRequestsChanged, unblocked } from './relations.events.ts';

/**
 * Blocks or unblocks a person. A block deletes follows and requests in both directions, and an unblock does not restore them. Throws
 * `self_action` or `not_found`.
 */
export async function toggleBlock(
  ctx: MemberContext,
  userId: string,
): Promise<{ isBlocked: boolean }> {
  const { id } = ctx.viewer;
  if (userId === id) throw new AppError('self_action', { message: 'You can’t block yourself.' });
  return transaction(ctx, async (tx) => {
    if (!(await lockPair(tx, id, userId)))
      throw new AppError('not_found', { message: 'User not found.' });
    const pair = { blockerId: id, blockedId: userId };
    if (await deleteBlock(tx, id, userId)) {
      emit(tx, unblocked, pair);
      return { isBlocked: false };
    }
    await insertBlock(tx, id, userId);
    await endFollowAndRequest(tx, id, userId);
    await endFollowAndRequest(tx, userId, id);
    emit(tx, blocked, pair);
    return { isBlocked: true };
  });
}

async function endFollowAndRequest(
  tx: MemberContext,
  followerId: string,
  followeeId: string,
): Promise<void> {
  const verdict = await deleteFollow(tx, followerId, followeeId);
  if (verdict === 'withdrawn')
    emit(tx, followRequestsChanged, { followerId, followeeId, isOpen: false });
}
