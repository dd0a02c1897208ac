import type { Paging } from '@roost/contract/wire';
import type { MemberContext } from '../kernel/context.ts';
import { windowOf } from '../platform/http/paging/paging.ts';
import { fillPage, notShown, cutExtraRow } from '../platform/http/paging/fill-page.ts';
import {
  requireVisible,
  assertUserVisible,
  isBlocked,
  loadPeople,
  presentUnlessBlocked,
  type Person,
} from '../users/present-users.ts';
import type { UserRecord } from '../users/user.queries.ts';
import {
  followCursor,
  listFollowIds,
  type FollowCursor,
  type FollowSide,
} from './follow.queries.ts';

/**
 * Lists a page of a person's followers or followed people, newest first. The list is empty for others if the person hides it.
 * Throws `not_found`, also across a block.
 */
export async function listFollows(
  ctx: MemberContext,
  side: FollowSide,
  userId: string,
  paging: Paging,
) {
  const page = windowOf(ctx, paging, followCursor, side, userId);
  const isOwn = userId === ctx.viewer.id;
  let owner: UserRecord | undefined;
  const isHidden = () => owner !== undefined && !owner.show_follows && !isOwn;
  /** Loads the people of these rows. The same statement loads the owner of the list. */
  const load = async (rows: FollowCursor[]): Promise<(Person | undefined)[]> => {
    const people = await loadPeople(ctx, [userId, ...rows.map(({ id }) => id)]);
    owner = requireVisible(people.get(userId));
    return rows.map(({ id }) => {
      const person = people.get(id);
      return person && !isHidden() && isListed(ctx, side, isOwn, person) ? person : undefined;
    });
  };
  const found = await fillPage(ctx, page, paging, {
    list: async (after: FollowCursor | null, wanted) =>
      isHidden()
        ? { rows: [], isEnd: true }
        : cutExtraRow(wanted, await listFollowIds(ctx, side, userId, after, wanted + 1)),
    positionOf: ({ at, id }) => ({ at, id }),
    present: async (rows: FollowCursor[]) =>
      (await load(rows)).map((person) => presentUnlessBlocked(ctx, person)),
    checkVisibility: async (rows) => (await load(rows)).map((person) => person !== undefined),
  });
  if (!owner) await assertUserVisible(ctx, userId);
  const { shown: users, pagination } = found;
  const counted = side === 'followers' ? owner?.followers_count : owner?.following_count;
  return {
    users,
    isHidden: isHidden(),
    pagination: { ...pagination, notShown: isHidden() ? 0 : notShown(counted ?? 0, found) },
  };
}

/** Tells whether somebody else's list shows this person. Followers who hide their follows are not in lists of followers. */
function isListed(ctx: MemberContext, side: FollowSide, isOwn: boolean, person: Person): boolean {
  const { user } = person;
  const hidesFollow = side === 'followers' && !user.show_follows;
  return !isBlocked(person) && (!hidesFollow || isOwn || user.id === ctx.viewer.id);
}
