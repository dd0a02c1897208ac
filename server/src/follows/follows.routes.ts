import * as endpoints from '@roost/contract/users';
import type { Paging } from '@roost/contract/wire';
import { z } from 'zod';
import type { MemberContext } from '../context.ts';
import { pageOf, timeText, windowOf } from '../http/paging.ts';
import type { Route } from '../http/route.ts';
import { assertOpen, viewUsers } from '../users/view-users.ts';
import { followUser, unfollowUser } from './follow-user.ts';
import { listFollowIds, type FollowSide } from './follow.queries.ts';

const place = z.object({ at: timeText, id: z.uuid() });

export function followsRoutes(route: Route): void {
  route(endpoints.follow, async (ctx, { params }) => {
    await followUser(ctx, params.userId);
    return { data: { following: true }, message: 'You follow this person now.' };
  });

  route(endpoints.unfollow, async (ctx, { params }) => {
    await unfollowUser(ctx, params.userId);
    return { data: { following: false }, message: 'You no longer follow this person.' };
  });

  route(endpoints.listFollowers, async (ctx, { params, query }) => ({
    data: await listFollows(ctx, 'followers', params.userId, query),
  }));

  route(endpoints.listFollowing, async (ctx, { params, query }) => ({
    data: await listFollows(ctx, 'following', params.userId, query),
  }));
}

async function listFollows(ctx: MemberContext, side: FollowSide, userId: string, paging: Paging) {
  await assertOpen(ctx, userId);
  const page = windowOf(paging, place);
  const found = await listFollowIds(ctx, side, userId, ctx.viewer.id, page);
  const { rows, pagination } = pageOf(found, paging, page, ({ at, id }) => ({ at, id }));
  return {
    users: await viewUsers(
      ctx,
      rows.map((row) => row.id),
    ),
    pagination,
  };
}
