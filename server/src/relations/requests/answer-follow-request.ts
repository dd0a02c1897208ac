import { AppError } from '@roost/contract/errors';
import { authorize } from '../../auth/policy/authorize.ts';
import type { MemberContext } from '../../kernel/context.ts';
import { emit, transaction } from '../../platform/database/transaction.ts';
import { followed, followRequestAccepted, followRequestsChanged } from '../relations.events.ts';
import { acceptRequest, deleteRequest } from './follow-request.queries.ts';

const requestNotFound = () => new AppError('not_found', { message: 'Follow request not found.' });

/** Lets a person follow the viewer. Throws `not_found` without a request. */
export async function acceptFollowRequest(ctx: MemberContext, userId: string): Promise<void> {
  const { id } = ctx.viewer;
  await transaction(ctx, async (tx) => {
    await authorize(tx, 'answerFollowRequest');
    if (!(await acceptRequest(tx, userId, id))) throw requestNotFound();
    emit(tx, followed, { followerId: userId, followeeId: id });
    emit(tx, followRequestAccepted, { followerId: userId, followeeId: id });
    emit(tx, followRequestsChanged, { followerId: userId, followeeId: id, isOpen: false });
  });
}

/** Refuses a request. The person who asked gets no notice, and may ask again. Throws `not_found` without a request. */
export async function refuseFollowRequest(ctx: MemberContext, userId: string): Promise<void> {
  const { id } = ctx.viewer;
  await transaction(ctx, async (tx) => {
    await authorize(tx, 'answerFollowRequest');
    if (!(await deleteRequest(tx, userId, id))) throw requestNotFound();
    emit(tx, followRequestsChanged, { followerId: userId, followeeId: id, isOpen: false });
  });
}
