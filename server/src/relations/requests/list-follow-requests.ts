import type { Paging } from '@roost/contract/wire';
import type { MemberContext } from '../../kernel/context.ts';
import { cutExtraRow, fillPage } from '../../platform/http/paging/fill-page.ts';
import { windowOf } from '../../platform/http/paging/paging.ts';
import { isBlocked, loadPeople, presentUnlessBlocked } from '../../users/present-users.ts';
import { countFollowRequests } from '../../users/user.queries.ts';
import { followCursor, type FollowCursor } from '../follow.queries.ts';
import { listRequestIds } from './follow-request.queries.ts';

/** Lists a page of the people who ask to follow the viewer, newest first. */
export async function listFollowRequests(ctx: MemberContext, paging: Paging) {
  const { id } = ctx.viewer;
  const page = windowOf(ctx, paging, followCursor, 'follow requests');
  const load = async (rows: FollowCursor[]) => {
    const people = await loadPeople(
      ctx,
      rows.map((row) => row.id),
    );
    return rows.map((row) => people.get(row.id));
  };
  const [{ shown: users, pagination }, count] = await Promise.all([
    fillPage(ctx, page, paging, {
      list: async (after: FollowCursor | null, wanted) =>
        cutExtraRow(wanted, await listRequestIds(ctx, id, after, wanted + 1)),
      positionOf: (row) => ({ at: row.at, id: row.id }),
      present: async (rows: FollowCursor[]) =>
        (await load(rows)).map((person) => presentUnlessBlocked(ctx, person)),
      checkVisibility: async (rows) =>
        (await load(rows)).map((person) => person !== undefined && !isBlocked(person)),
    }),
    countFollowRequests(ctx, id),
  ]);
  return { users, count, pagination };
}
