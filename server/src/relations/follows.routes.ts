import * as relations from '@roost/contract/relations';
import type { Route } from '../platform/http/route.ts';
import { followUser, removeFollower, unfollowUser } from './follow-user.ts';
import { listFollows } from './list-follows.ts';

export function followsRoutes(route: Route): void {
  route(relations.follow, async (ctx, { params }) =>
    (await followUser(ctx, params.userId)) === 'requested'
      ? {
          data: { following: false, requested: true },
          message: 'You have asked to follow this person.',
        }
      : { data: { following: true, requested: false }, message: 'You follow this person now.' },
  );

  route(relations.unfollow, async (ctx, { params }) => {
    await unfollowUser(ctx, params.userId);
    return {
      data: { following: false, requested: false },
      message: 'You no longer follow this person.',
    };
  });

  route(relations.removeFollower, async (ctx, { params }) => {
    await removeFollower(ctx, params.userId);
    return { message: 'This person follows you no more.' };
  });

  route(relations.listFollowers, async (ctx, { params, query }) => ({
    data: await listFollows(ctx, 'followers', params.userId, query),
  }));

  route(relations.listFollowing, async (ctx, { params, query }) => ({
    data: await listFollows(ctx, 'following', params.userId, query),
  }));
}
