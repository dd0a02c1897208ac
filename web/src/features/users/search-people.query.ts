import { searchUsers } from '@roost/contract/search';
import type { UserCard } from '@roost/contract/users';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call, type CallOptions } from '../../lib/api/api.ts';
import { freshFor } from '../../lib/cache/fresh-for.ts';
import { PAGE_SIZE } from '../../lib/page-size.ts';
import { isNothingFound } from '../../lib/api/nothing-found.ts';
import { userKeys } from './user-keys.ts';

/** In characters. The server does not search for shorter names. */
export const SHORTEST_NAME = 2;

interface PeoplePage {
  users: UserCard[];
  nextCursor: string | null;
}

/** `quiet` selects the failures that show no toast. */
export function searchPeopleQuery(q: string, quiet: CallOptions['quiet'] = isNothingFound) {
  return infiniteQueryOptions({
    queryKey: userKeys.search(q),
    async queryFn({ pageParam, signal }): Promise<PeoplePage> {
      const query = { query: q, limit: PAGE_SIZE, ...(pageParam !== '' && { cursor: pageParam }) };
      try {
        const { data } = await call(searchUsers, { query, signal }, { quiet });
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
