import { AppError } from '@roost/contract/errors';
import { MAX_LIST_MEMBERS } from '@roost/contract/lists';
import { authorize } from '../../auth/policy/authorize.ts';
import type { MemberContext } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { assertUserExists, assertUserVisible } from '../../users/present-users.ts';
import { listNotFound } from './change-lists.ts';
import { deleteMember, insertMember } from './list-member.queries.ts';
import { lockList } from './list.queries.ts';

/**
 * Adds a person to a list of the viewer. Nobody learns of it. A repeated call changes nothing. Throws `list_full`, and `not_found` for
 * the list, or for the person as for a profile.
 */
export async function addMember(ctx: MemberContext, listId: string, userId: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    const owner_id = tx.viewer.id;
    await authorize(tx, 'changeOwnFeeds');
    if (!(await lockList(tx, owner_id, listId))) throw listNotFound();
    await assertUserVisible(tx, userId);
    const member = { owner_id, list_id: listId, member_id: userId };
    if ((await insertMember(tx, member, MAX_LIST_MEMBERS)) === 'full')
      throw new AppError('list_full');
  });
}

/** A repeated call changes nothing. Throws `not_found` for the list, or if there is no such person. */
export async function removeMember(
  ctx: MemberContext,
  listId: string,
  userId: string,
): Promise<void> {
  await transaction(ctx, async (tx) => {
    const owner_id = tx.viewer.id;
    await authorize(tx, 'changeOwnFeeds');
    if (!(await lockList(tx, owner_id, listId))) throw listNotFound();
    if (!(await deleteMember(tx, { owner_id, list_id: listId, member_id: userId })))
      await assertUserExists(tx, userId);
  });
}
