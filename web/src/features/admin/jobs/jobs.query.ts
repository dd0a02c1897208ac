import { listJobs } from '@roost/contract/admin';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';

const PAGE_SIZE = 20;

/** Background jobs, newest first: those whose last try failed, or all. */
export function jobsQuery(onlyFailed: boolean) {
  return infiniteQueryOptions({
    queryKey: ['admin', 'jobs', onlyFailed],
    async queryFn({ pageParam, signal }) {
      const { data } = await call(
        listJobs,
        {
          query: {
            limit: PAGE_SIZE,
            ...(onlyFailed && { failed: '1' }),
            ...(pageParam !== null && { cursor: pageParam }),
          },
          signal,
        },
        { quiet: true },
      );
      return { jobs: data.jobs, nextCursor: data.pagination.nextCursor };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}
