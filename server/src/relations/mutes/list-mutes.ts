import type { Paging } from '@roost/contract/wire';
import type { Mute, UserCard } from '@roost/contract/users';
import type { MemberContext } from '../../kernel/context.ts';
import { cutExtraRow, fillPage } from '../../platform/http/paging/fill-page.ts';
import { windowOf } from '../../platform/http/paging/paging.ts';
import { loadPeople, presentUnlessBlocked } from '../../users/present-users.ts';
import { followCursor, type FollowCursor } from '../follow.queries.ts';
import { listMutedIds } from './mute.queries.ts';

/** Lists a page of the people whom the viewer mutes, the latest mute first. */
export async function listMutes(ctx: MemberContext, paging: Paging) {
  const page = windowOf(ctx, paging, followCursor, 'mutes');
  const present = async (rows: FollowCursor[]) => {
    const people = await loadPeople(
      ctx,
      rows.map(({ id }) => id),
      { withNotes: true },
    );
    return rows.map(({ id }): (UserCard & { mute: Mute }) | undefined => {
      const person = people.get(id);
      const card = presentUnlessBlocked(ctx, person);
      return card && person?.mute ? { ...card, mute: person.mute } : undefined;
    });
  };
  const { shown: users, pagination } = await fillPage(ctx, page, paging, {
    list: async (after: FollowCursor | null, wanted) =>
      cutExtraRow(wanted, await listMutedIds(ctx, ctx.viewer.id, after, wanted + 1)),
    positionOf: ({ at, id }) => ({ at, id }),
    present,
    checkVisibility: async (rows) => (await present(rows)).map((card) => card !== undefined),
  });
  return { users, pagination };
}
