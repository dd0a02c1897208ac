import { listFollowers, listFollowing } from '@roost/contract/relations';
import { type UserCard } from '@roost/contract/users';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { userKeys } from '../user-keys.ts';

export type FollowSide = 'followers' | 'following';

interface UserPage {
  users: UserCard[];
  nextCursor: string | null;
  /** The person hides the list. */
  isHidden: boolean;
  /** On the last page: the number of people who are hidden from the viewer. */
  notShown: number;
}

/** Rows of people are low, so twenty of them fill a screen. */
const PAGE_SIZE = 20;

/** The followers of a person, or the people they follow, newest first. */
export function followsQuery(userId: string, side: FollowSide) {
  return infiniteQueryOptions({
    queryKey: userKeys.follows(userId, side),
    async queryFn({ pageParam, signal }): Promise<UserPage> {
      const { data } = await call(side === 'followers' ? listFollowers : listFollowing, {
        params: { userId },
        query: { limit: PAGE_SIZE, ...(pageParam && { cursor: pageParam }) },
        signal,
      });
      const { nextCursor, notShown } = data.pagination;
      return { users: data.users, nextCursor, isHidden: data.isHidden, notShown };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    // Each opening refetches. While it is open, rows do not move under the pointer.
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}
