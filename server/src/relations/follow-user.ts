import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../kernel/context.ts';
import { emit, transaction } from '../platform/database/transaction.ts';
import { deleteFollow, insertFollow } from './follow.queries.ts';
import { followed, unfollowed } from './relations.events.ts';

/** Follows a person. A repeated call changes nothing. Throws `self_action`, `forbidden` across a block, or `not_found`. */
export async function followUser(ctx: MemberContext, userId: string): Promise<void> {
  assertOther(ctx, userId);
  const { id } = ctx.viewer;
  await transaction(ctx, async (tx) => {
    const verdict = await insertFollow(tx, id, userId);
    if (verdict === 'blocked') throw new AppError('forbidden');
    if (verdict === 'not_found') throw userNotFound();
    if (verdict === 'inserted') emit(tx, followed, { followerId: id, followeeId: userId });
  });
}

/** Unfollows a person. A repeated call changes nothing. Throws `self_action` or `not_found`. */
export async function unfollowUser(ctx: MemberContext, userId: string): Promise<void> {
  assertOther(ctx, userId);
  const { id } = ctx.viewer;
  await transaction(ctx, async (tx) => {
    const verdict = await deleteFollow(tx, id, userId);
    if (verdict === 'not_found') throw userNotFound();
    if (verdict === 'deleted') emit(tx, unfollowed, { followerId: id, followeeId: userId });
  });
}

function userNotFound(): AppError {
  return new AppError('not_found', { message: 'User not found.' });
}

function assertOther(ctx: MemberContext, userId: string): void {
  if (userId === ctx.viewer.id)
    throw new AppError('self_action', { message: 'You can’t follow yourself.' });
}
