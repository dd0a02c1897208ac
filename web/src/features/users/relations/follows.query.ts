import { listFollowers, listFollowing } from '@roost/contract/relations';
import { call } from '../../../lib/api/api.ts';
import { pageOf, peoplePages } from '../people-pages.query.ts';
import { userKeys } from '../user-keys.ts';

export type FollowSide = 'followers' | 'following';

const endpoints = { followers: listFollowers, following: listFollowing };

/** The followers of a person, or the people they follow, newest first. `isHidden`: the person hides the list. */
export const followsQuery = (userId: string, side: FollowSide) =>
  peoplePages(userKeys.follows(userId, side), async (request) => {
    const { data } = await call(endpoints[side], { params: { userId }, ...request });
    return { ...pageOf(data), isHidden: data.isHidden };
  });
