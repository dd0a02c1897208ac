import type { Paging } from '@roost/contract/wire';
import { z } from 'zod';
import type { MemberContext } from '../kernel/context.ts';
import { timeText, windowOf } from '../platform/http/paging/paging.ts';
import { fillPage, notShown, cutExtraRow } from '../platform/http/paging/fill-page.ts';
import {
  requireVisible,
  assertUserVisible,
  isBlocked,
  loadPeople,
  presentUnlessBlocked,
} from '../users/present-users.ts';
import { listFollowIds, type FollowCursor, type FollowSide } from './follow.queries.ts';

const followCursor = z.object({ at: timeText, id: z.uuid() });

/** Lists a page of a person's followers or followed people, newest first. Throws `not_found`, also across a block. */
export async function listFollows(
  ctx: MemberContext,
  side: FollowSide,
  userId: string,
  paging: Paging,
) {
  const page = windowOf(ctx, paging, followCursor, side, userId);
  let counted: number | undefined;
  const found = await fillPage(ctx, page, paging, {
    list: async (after: FollowCursor | null, wanted) =>
      cutExtraRow(wanted, await listFollowIds(ctx, side, userId, after, wanted + 1)),
    positionOf: ({ at, id }) => ({ at, id }),
    present: async (rows: FollowCursor[]) => {
      // The same statement loads the owner of the list.
      const people = await loadPeople(ctx, [userId, ...rows.map(({ id }) => id)]);
      const person = requireVisible(people.get(userId));
      counted = side === 'followers' ? person.followers_count : person.following_count;
      return rows.map(({ id }) => presentUnlessBlocked(ctx, people.get(id)));
    },
    checkVisibility: async (rows) => {
      const people = await loadPeople(
        ctx,
        rows.map(({ id }) => id),
      );
      return rows.map(({ id }) => {
        const person = people.get(id);
        return person !== undefined && !isBlocked(person);
      });
    },
  });
  if (counted === undefined) await assertUserVisible(ctx, userId);
  const { shown: users, pagination } = found;
  return { users, pagination: { ...pagination, notShown: notShown(counted ?? 0, found) } };
}
