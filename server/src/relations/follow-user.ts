import { AppError } from '@roost/contract/errors';
import { isBlockBetween } from './block.queries.ts';
import type { MemberContext } from '../kernel/context.ts';
import { emit, transaction } from '../platform/database/transaction.ts';
import { findUsers, lockLower } from '../users/user.queries.ts';
import { deleteFollow, insertFollow, changeFollowerCount } from './follow.queries.ts';
import { followed, unfollowed } from './relations.events.ts';

/** Follows a person. A repeated call changes nothing. Throws `self_action`, `forbidden` across a block, or `not_found`. */
export async function followUser(ctx: MemberContext, userId: string): Promise<void> {
  assertOther(ctx, userId);
  const { id } = ctx.viewer;
  await transaction(ctx, async (tx) => {
    // One connection pipelines the three statements and runs them in order, so the lock comes before the check for a block.
    const [, isBlocked, isNew] = await Promise.all([
      lockLower(tx, id, userId),
      isBlockBetween(tx, id, userId),
      insertFollow(tx, id, userId),
    ]);
    if (isBlocked) throw new AppError('forbidden');
    if (!isNew) return;
    if (!(await changeFollowerCount(tx, userId, 1))) throw userNotFound();
    emit(tx, followed, { followerId: id, followeeId: userId });
  });
}

/** Unfollows a person. A repeated call changes nothing. Throws `self_action` or `not_found`. */
export async function unfollowUser(ctx: MemberContext, userId: string): Promise<void> {
  assertOther(ctx, userId);
  const { id } = ctx.viewer;
  await transaction(ctx, async (tx) => {
    const [, isGone] = await Promise.all([lockLower(tx, id, userId), deleteFollow(tx, id, userId)]);
    if (!isGone) return assertExists(tx, userId);
    await changeFollowerCount(tx, userId, -1);
    emit(tx, unfollowed, { followerId: id, followeeId: userId });
  });
}

async function assertExists(tx: MemberContext, userId: string): Promise<void> {
  const [person] = await findUsers(tx, [userId]);
  if (!person) throw userNotFound();
}

function userNotFound(): AppError {
  return new AppError('not_found', { message: 'User not found.' });
}

function assertOther(ctx: MemberContext, userId: string): void {
  if (userId === ctx.viewer.id)
    throw new AppError('self_action', { message: 'You can’t follow yourself.' });
}
