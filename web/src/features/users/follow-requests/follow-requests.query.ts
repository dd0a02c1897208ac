import { listFollowRequests } from '@roost/contract/relations';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { userKeys } from '../user-keys.ts';

/** Rows of people are low, so twenty of them fill a screen. */
const PAGE_SIZE = 20;

/** The people who ask to follow the viewer, newest first. */
export const followRequestsQuery = infiniteQueryOptions({
  queryKey: userKeys.requests,
  async queryFn({ pageParam, signal }) {
    const { data } = await call(listFollowRequests, {
      query: { limit: PAGE_SIZE, ...(pageParam && { cursor: pageParam }) },
      signal,
    });
    return { users: data.users, nextCursor: data.pagination.nextCursor };
  },
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  staleTime: 0,
  // While the page is open, rows do not move under the pointer.
  refetchOnWindowFocus: false,
});
