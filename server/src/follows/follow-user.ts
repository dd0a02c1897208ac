import { AppError } from '@roost/contract/errors';
import { isBlockBetween } from '../blocks/block.queries.ts';
import type { MemberContext } from '../context.ts';
import { emit, transaction } from '../db/transaction.ts';
import { findUsers, lockLower } from '../users/user.queries.ts';
import { deleteFollow, insertFollow, moveFollowers } from './follow.queries.ts';

/** Follows a person; again changes nothing. */
export async function followUser(ctx: MemberContext, userId: string): Promise<void> {
  assertOther(ctx, userId);
  const { id } = ctx.viewer;
  await transaction(ctx, async (tx) => {
    // Sent together, and done one after the other: what stands between the two is looked at behind the lock.
    const [, isBlocked, isNew] = await Promise.all([
      lockLower(tx, id, userId),
      isBlockBetween(tx, id, userId),
      insertFollow(tx, id, userId),
    ]);
    if (isBlocked) throw new AppError('forbidden');
    if (!isNew) return;
    if (!(await moveFollowers(tx, userId, 1))) throw notThere();
    emit(tx, { name: 'followed', followerId: id, followeeId: userId });
  });
}

export async function unfollowUser(ctx: MemberContext, userId: string): Promise<void> {
  assertOther(ctx, userId);
  const { id } = ctx.viewer;
  await transaction(ctx, async (tx) => {
    const [, isGone] = await Promise.all([lockLower(tx, id, userId), deleteFollow(tx, id, userId)]);
    if (!isGone) return assertThere(tx, userId);
    await moveFollowers(tx, userId, -1);
    emit(tx, { name: 'unfollowed', followerId: id, followeeId: userId });
  });
}

async function assertThere(tx: MemberContext, userId: string): Promise<void> {
  const [person] = await findUsers(tx, [userId]);
  if (!person) throw notThere();
}

function notThere(): AppError {
  return new AppError('not_found', { message: 'User not found.' });
}

function assertOther(ctx: MemberContext, userId: string): void {
  if (userId === ctx.viewer.id)
    throw new AppError('self_action', { message: "You can't follow yourself." });
}
