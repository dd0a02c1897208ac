import * as lists from '@roost/contract/lists';
import type { Route } from '../../platform/http/route.ts';
import { createList, deleteList, listLists, renameList } from './change-lists.ts';
import { addMember, removeMember } from './change-members.ts';
import { listMembers } from './list-members.ts';

export function listsRoutes(route: Route): void {
  route(lists.listLists, async (ctx, { query }) => ({
    data: { lists: await listLists(ctx, query.member) },
  }));

  route(lists.createList, async (ctx, { body }) => ({ data: await createList(ctx, body.name) }));

  route(lists.renameList, async (ctx, { params, body }) => ({
    data: await renameList(ctx, params.listId, body.name),
  }));

  route(lists.deleteList, async (ctx, { params }) => {
    await deleteList(ctx, params.listId);
    return { message: 'List deleted.' };
  });

  route(lists.listMembers, async (ctx, { params, query }) => ({
    data: await listMembers(ctx, params.listId, query),
  }));

  route(lists.addMember, async (ctx, { params }) => {
    await addMember(ctx, params.listId, params.userId);
    return { message: 'Added to the list.' };
  });

  route(lists.removeMember, async (ctx, { params }) => {
    await removeMember(ctx, params.listId, params.userId);
    return { message: 'Removed from the list.' };
  });
}
