import { listPeople, type PersonStatus } from '@roost/contract/admin';
import type { Role } from '@roost/contract/users';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';

const PAGE_SIZE = 20;

export const peopleKey = ['admin', 'people'] as const;

export interface PeopleFilter {
  /** The beginning of a word of the name, or a whole email address. */
  query: string;
  role: Role | '';
  status: PersonStatus | '';
}

/** The accounts of the site, newest first. */
export function accountsQuery({ query, role, status }: PeopleFilter) {
  return infiniteQueryOptions({
    queryKey: [...peopleKey, query, role, status],
    async queryFn({ pageParam, signal }) {
      const { data } = await call(
        listPeople,
        {
          query: {
            limit: PAGE_SIZE,
            ...(query !== '' && { query }),
            ...(role !== '' && { role }),
            ...(status !== '' && { status }),
            ...(pageParam !== null && { cursor: pageParam }),
          },
          signal,
        },
        { quiet: true },
      );
      return { people: data.people, nextCursor: data.pagination.nextCursor };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    // The former list stays until the next one is there.
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}
