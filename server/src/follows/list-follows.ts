import type { Paging } from '@roost/contract/wire';
import { z } from 'zod';
import type { MemberContext } from '../context.ts';
import { timeText, windowOf } from '../http/paging.ts';
import { fillPage, upTo } from '../posts/fill-page.ts';
import {
  assertIsOpen,
  assertOpen,
  isBlocked,
  loadPeople,
  viewIfOpen,
} from '../users/view-users.ts';
import { listFollowIds, type FollowPlace, type FollowSide } from './follow.queries.ts';

const place = z.object({ at: timeText, id: z.uuid() });

/** A page of somebody's followers or followed, newest first; `not_found` where there is nobody, or a block between. */
export async function listFollows(
  ctx: MemberContext,
  side: FollowSide,
  userId: string,
  paging: Paging,
) {
  let isKnownOpen = false;
  const { shown: users, pagination } = await fillPage(windowOf(paging, place), paging, {
    list: async (after: FollowPlace | null, wanted) =>
      upTo(wanted, await listFollowIds(ctx, side, userId, after, wanted + 1)),
    place: ({ at, id }) => ({ at, id }),
    show: async (rows: FollowPlace[]) => {
      // Whose list it is comes along with whom it holds.
      const people = await loadPeople(ctx, [userId, ...rows.map(({ id }) => id)]);
      assertIsOpen(people.get(userId));
      isKnownOpen = true;
      return rows.map(({ id }) => viewIfOpen(ctx, people.get(id)));
    },
    judge: async (rows) => {
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
  if (!isKnownOpen) await assertOpen(ctx, userId);
  return { users, pagination };
}
