import { AppError } from '@roost/contract/errors';
import { authorize } from '../auth/policy/authorize.ts';
import type { MemberContext } from '../kernel/context.ts';
import { emit, transaction } from '../platform/database/transaction.ts';
import { withNewAccountPoints } from '../users/new-accounts/with-new-account-points.ts';
import { deleteFollow, insertFollow } from './follow.queries.ts';
import { followed, followRequestsChanged, unfollowed } from './relations.events.ts';

/**
 * Follows a person. If the person approves followers, it only asks them. A repeated call changes nothing. Throws `self_action`,
 * `forbidden` across a block, or `not_found`.
 */
export async function followUser(
  ctx: MemberContext,
  userId: string,
): Promise<'followed' | 'requested'> {
  assertOther(ctx, userId, 'You can’t follow yourself.');
  const follows = { budget: 'follows', points: () => 1 } as const;
  return withNewAccountPoints(ctx, follows, async (giveBack) => {
    const verdict = await transaction(ctx, async (tx) => follow(tx, userId));
    const isRequest = verdict === 'requested' || verdict === 'already_requested';
    if (verdict === 'already_following' || verdict === 'already_requested') await giveBack();
    return isRequest ? 'requested' : 'followed';
  });
}

async function follow(tx: MemberContext, userId: string) {
  await authorize(tx, 'follow');
  const { id } = tx.viewer;
  const verdict = await insertFollow(tx, id, userId);
  if (verdict === 'blocked') throw new AppError('forbidden');
  if (verdict === 'not_found') throw userNotFound();
  if (verdict === 'inserted' || verdict === 'request_replaced')
    emit(tx, followed, { followerId: id, followeeId: userId });
  if (verdict === 'requested' || verdict === 'request_replaced')
    emit(tx, followRequestsChanged, {
      followerId: id,
      followeeId: userId,
      isOpen: verdict === 'requested',
    });
  return verdict;
}

/** Unfollows a person, or withdraws the request. A repeated call changes nothing. Throws `self_action` or `not_found`. */
export async function unfollowUser(ctx: MemberContext, userId: string): Promise<void> {
  assertOther(ctx, userId, 'You can’t follow yourself.');
  await transaction(ctx, async (tx) => {
    await authorize(tx, 'follow');
    await endFollow(tx, tx.viewer.id, userId);
  });
}

/** Ends the follow of a follower, who gets no notice. A repeated call changes nothing. Throws as `unfollowUser` does. */
export async function removeFollower(ctx: MemberContext, userId: string): Promise<void> {
  assertOther(ctx, userId, 'You don’t follow yourself.');
  await transaction(ctx, async (tx) => {
    await authorize(tx, 'removeFollower');
    await endFollow(tx, userId, tx.viewer.id);
  });
}

async function endFollow(tx: MemberContext, followerId: string, followeeId: string): Promise<void> {
  const verdict = await deleteFollow(tx, followerId, followeeId);
  if (verdict === 'not_found') throw userNotFound();
  if (verdict === 'deleted') emit(tx, unfollowed, { followerId, followeeId });
  if (verdict === 'withdrawn')
    emit(tx, followRequestsChanged, { followerId, followeeId, isOpen: false });
}

function userNotFound(): AppError {
  return new AppError('not_found', { message: 'User not found.' });
}

function assertOther(ctx: MemberContext, userId: string, message: string): void {
  if (userId === ctx.viewer.id) throw new AppError('self_action', { message });
}
