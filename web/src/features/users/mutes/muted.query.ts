import { listMutes } from '@roost/contract/relations';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { userKeys } from '../user-keys.ts';

const PAGE_SIZE = 20;

/** The people whom the viewer mutes, the latest first. */
export const mutedQuery = infiniteQueryOptions({
  queryKey: userKeys.muted,
  async queryFn({ pageParam, signal }) {
    const { data } = await call(listMutes, {
      query: { limit: PAGE_SIZE, ...(pageParam && { cursor: pageParam }) },
      signal,
    });
    return { users: data.users, nextCursor: data.pagination.nextCursor };
  },
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  staleTime: 0,
  refetchOnWindowFocus: false,
});
