import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../context.ts';
import { emit, transaction } from '../db/transaction.ts';
import { deleteFollow, moveFollowers } from '../follows/follow.queries.ts';
import { lockPair } from '../users/user.queries.ts';
import { deleteBlock, insertBlock } from './block.queries.ts';

/** Blocks or unblocks. Blocking ends the follows both ways; unblocking does not bring them back. */
export async function toggleBlock(
  ctx: MemberContext,
  userId: string,
): Promise<{ isBlocked: boolean }> {
  const { id } = ctx.viewer;
  if (userId === id) throw new AppError('self_action', { message: "You can't block yourself." });
  return transaction(ctx, async (tx) => {
    if (!(await lockPair(tx, id, userId)))
      throw new AppError('not_found', { message: 'User not found.' });
    const pair = { blockerId: id, blockedId: userId };
    if (await deleteBlock(tx, id, userId)) {
      emit(tx, { name: 'unblocked', ...pair });
      return { isBlocked: false };
    }
    await insertBlock(tx, id, userId);
    await endFollow(tx, id, userId);
    await endFollow(tx, userId, id);
    emit(tx, { name: 'blocked', ...pair });
    return { isBlocked: true };
  });
}

async function endFollow(tx: MemberContext, followerId: string, followeeId: string): Promise<void> {
  if (await deleteFollow(tx, followerId, followeeId)) await moveFollowers(tx, followeeId, -1);
}
