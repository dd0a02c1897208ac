import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { namedUser, profileOrBlocked, userCard } from './users.ts';
import { id, notShown, pagination, paging, success } from './wire.ts';

const blockedUser = namedUser.extend({ bio: z.string() });

export type BlockedUser = z.infer<typeof blockedUser>;

export const listBlockedUsers = endpoint({
  method: 'GET',
  path: '/api/users/blocked-users',
  summary: 'Everyone the viewer blocks, newest first',
  auth: 'member',
  limit: 'reads',
  response: success(z.array(blockedUser)),
});

export const toggleBlock = endpoint({
  method: 'POST',
  path: '/api/users/toogleblock/:userId',
  summary: 'Block or unblock a person',
  auth: 'member',
  limit: 'blocks',
  params: z.object({ userId: id }),
  response: success(z.object({ blockedUsers: z.array(blockedUser), user: profileOrBlocked })),
});

const followed = success(z.object({ following: z.boolean() })).required({ message: true });

export const follow = endpoint({
  method: 'POST',
  path: '/api/follow/:userId',
  summary: 'Follow a person; again is a success that changes nothing',
  auth: 'member',
  limit: 'follows',
  params: z.object({ userId: id }),
  response: followed,
});

export const unfollow = endpoint({
  method: 'DELETE',
  path: '/api/follow/:userId',
  summary: 'Stop following a person',
  auth: 'member',
  limit: 'follows',
  params: z.object({ userId: id }),
  response: followed,
});

const userPage = success(
  z.object({
    users: z.array(userCard),
    /** The person hides the list, so it is empty. The counts of the profile stay. */
    isHidden: z.boolean(),
    pagination: pagination.extend({ notShown }),
  }),
);

export const listFollowers = endpoint({
  method: 'GET',
  path: '/api/follow/:userId/followers',
  summary: 'Who follows a person, newest first',
  auth: 'member',
  limit: 'reads',
  params: z.object({ userId: id }),
  query: paging,
  response: userPage,
});

export const listFollowing = endpoint({
  method: 'GET',
  path: '/api/follow/:userId/following',
  summary: 'Whom a person follows, newest first',
  auth: 'member',
  limit: 'reads',
  params: z.object({ userId: id }),
  query: paging,
  response: userPage,
});
