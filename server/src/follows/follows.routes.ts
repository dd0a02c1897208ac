import * as endpoints from '@roost/contract/users';
import type { Route } from '../http/route.ts';
import { followUser, unfollowUser } from './follow-user.ts';
import { listFollows } from './list-follows.ts';

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
