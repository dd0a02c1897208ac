import { searchUsers } from '@roost/contract/search';
import type { UserCard } from '@roost/contract/users';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { freshFor, PAGE_SIZE } from '../../lib/constants.ts';
import { userKeys } from '../users/user-keys.ts';

interface PeoplePage {
  users: UserCard[];
  nextCursor: string | null;
}

export function peopleQuery(q: string) {
  return infiniteQueryOptions({
    queryKey: userKeys.search(q),
    async queryFn({ pageParam, signal }): Promise<PeoplePage> {
      const query = { query: q, limit: PAGE_SIZE, ...(pageParam !== '' && { cursor: pageParam }) };
      const { data } = await call(searchUsers, { query, signal });
      return { users: data.users, nextCursor: data.pagination.nextCursor };
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: freshFor.list,
    refetchOnWindowFocus: false,
  });
}
