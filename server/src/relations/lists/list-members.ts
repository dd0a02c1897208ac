import type { UserCard } from '@roost/contract/users';
import type { Paging } from '@roost/contract/wire';
import type { MemberContext } from '../../kernel/context.ts';
import { cutExtraRow, fillPage, notShown } from '../../platform/http/paging/fill-page.ts';
import { windowOf } from '../../platform/http/paging/paging.ts';
import { loadPeople, presentUnlessBlocked } from '../../users/present-users.ts';
import { followCursor, type FollowCursor } from '../follow.queries.ts';
import { listNotFound } from './change-lists.ts';
import { findMemberIds, listMemberIds } from './list-member.queries.ts';

/**
 * Lists a page of the people on a list of the viewer, the latest first, without blocked and hidden ones. The last page has their number,
 * because they count towards the limit. Throws `not_found`.
 */
export async function listMembers(ctx: MemberContext, listId: string, paging: Paging) {
  const page = windowOf(ctx, paging, followCursor, 'list members', listId);
  const members = await findMemberIds(ctx, ctx.viewer.id, listId);
  if (!members) throw listNotFound();
  const present = async (rows: FollowCursor[]): Promise<(UserCard | undefined)[]> => {
    const people = await loadPeople(
      ctx,
      rows.map(({ id }) => id),
    );
    return rows.map(({ id }) => presentUnlessBlocked(ctx, people.get(id)));
  };
  const found = await fillPage(ctx, page, paging, {
    list: async (after: FollowCursor | null, wanted) =>
      cutExtraRow(wanted, await listMemberIds(ctx, ctx.viewer.id, listId, after, wanted + 1)),
    positionOf: ({ at, id }) => ({ at, id }),
    present,
    checkVisibility: async (rows) => (await present(rows)).map((card) => card !== undefined),
  });
  return {
    users: found.shown,
    pagination: { ...found.pagination, notShown: notShown(members.length, found) },
  };
}
