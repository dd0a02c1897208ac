import { listFollowers, listFollowing, type UserCard } from '@roost/contract/users';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { userKeys } from './user-keys.ts';

export type FollowSide = 'followers' | 'following';

interface UserPage {
  users: UserCard[];
  nextCursor: string | null;
}

/** People are low rows: a page of twenty fills a screen. */
const LIMIT = 20;

/** Who follows somebody, or whom they follow, newest first. */
export function followsQuery(userId: string, side: FollowSide) {
  return infiniteQueryOptions({
    queryKey: userKeys.follows(userId, side),
    async queryFn({ pageParam, signal }): Promise<UserPage> {
      const { data } = await call(side === 'followers' ? listFollowers : listFollowing, {
        params: { userId },
        query: { limit: LIMIT, ...(pageParam && { cursor: pageParam }) },
        signal,
      });
      return { users: data.users, nextCursor: data.pagination.nextCursor };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    // Opened anew it is asked for anew; while it is open nothing moves under the hand.
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}
