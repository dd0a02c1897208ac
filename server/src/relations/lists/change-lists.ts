import { AppError } from '@roost/contract/errors';
import { MAX_LISTS, type PeopleList } from '@roost/contract/lists';
import { v7 as newId } from 'uuid';
import { lockAccount } from '../../auth/account.queries.ts';
import { authorize } from '../../auth/policy/authorize.ts';
import type { MemberContext } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import {
  countLists,
  deleteListRow,
  insertList,
  listListsOf,
  updateListName,
  type ListRow,
} from './list.queries.ts';

/** The error for an unknown list and for one of somebody else. */
export const listNotFound = () => new AppError('not_found', { message: 'List not found.' });

/** Lists the viewer's lists. With a member, each tells whether this person is on it. */
export async function listLists(ctx: MemberContext, memberId?: string): Promise<PeopleList[]> {
  const found = await listListsOf(ctx, ctx.viewer.id, memberId ?? null);
  return found.map(presentList);
}

/** Makes a list. Two lists may have the same name. Throws `too_many_lists`. */
export async function createList(ctx: MemberContext, name: string): Promise<PeopleList> {
  const listId = newId();
  await transaction(ctx, async (tx) => {
    await authorize(tx, 'changeOwnFeeds');
    // Requests at the same time must not exceed the limit together.
    await lockAccount(tx, tx.viewer.id);
    if ((await countLists(tx, tx.viewer.id)) >= MAX_LISTS) throw new AppError('too_many_lists');
    await insertList(tx, { owner_id: tx.viewer.id, list_id: listId, name });
  });
  return { _id: listId, name };
}

/** Throws `not_found`. */
export async function renameList(
  ctx: MemberContext,
  listId: string,
  name: string,
): Promise<PeopleList> {
  return transaction(ctx, async (tx) => {
    await authorize(tx, 'changeOwnFeeds');
    const renamed = await updateListName(tx, tx.viewer.id, listId, name);
    if (!renamed) throw listNotFound();
    return presentList({ id: listId, name, has_member: null, ...renamed });
  });
}

/** Throws `not_found`. */
export async function deleteList(ctx: MemberContext, listId: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    await authorize(tx, 'changeOwnFeeds');
    if (!(await deleteListRow(tx, tx.viewer.id, listId))) throw listNotFound();
  });
}

function presentList({ id, name, has_member, position }: Omit<ListRow, 'created_at'>): PeopleList {
  return {
    _id: id,
    name,
    ...(position !== null && { position }),
    ...(has_member !== null && { hasMember: has_member }),
  };
}
