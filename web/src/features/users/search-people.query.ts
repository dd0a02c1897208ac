import { searchUsers } from '@roost/contract/search';
import type { UserCard } from '@roost/contract/users';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { freshFor, PAGE_SIZE } from '../../lib/constants.ts';
import { isNothingFound } from '../../lib/nothing-found.ts';
import { userKeys } from './user-keys.ts';

interface PeoplePage {
  users: UserCard[];
  nextCursor: string | null;
}

export function peopleQuery(q: string) {
  return infiniteQueryOptions({
    queryKey: userKeys.search(q),
    async queryFn({ pageParam, signal }): Promise<PeoplePage> {
      const query = { query: q, limit: PAGE_SIZE, ...(pageParam !== '' && { cursor: pageParam }) };
      try {
        const { data } = await call(searchUsers, { query, signal }, { quiet: isNothingFound });
        return { users: data.users, nextCursor: data.pagination.nextCursor };
      } catch (error) {
        if (isNothingFound(error)) return { users: [], nextCursor: null };
        throw error;
      }
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: freshFor.list,
    refetchOnWindowFocus: false,
  });
}
