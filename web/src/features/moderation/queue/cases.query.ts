import { listCases, type ModerationCase } from '@roost/contract/moderation';
import { infiniteQueryOptions, useInfiniteQuery, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../lib/api/api.ts';
import { uniqueById } from '../../../lib/cache/unique-by-id.ts';
import { useStore } from '../../../lib/store.ts';
import { moderationKeys } from '../moderation-keys.ts';
import { queryOf, queueFilter, type QueueFilter } from './queue-filter.ts';

const PAGE_SIZE = 30;

/** The cases of one filter, the latest report first, and the counts of what waits. */
export const casesQuery = (filter: QueueFilter) =>
  infiniteQueryOptions({
    queryKey: moderationKeys.list(filter),
    async queryFn({ pageParam, signal }) {
      const query = {
        ...queryOf(filter),
        limit: PAGE_SIZE,
        ...(pageParam && { cursor: pageParam }),
      };
      const { data } = await call(listCases, { query, signal }, { quiet: true });
      return { ...data, nextCursor: data.pagination.nextCursor };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
  });

/** The list that the queue shows now. */
export function useQueue() {
  const filter = useStore(queueFilter);
  const list = useInfiniteQuery(casesQuery(filter));
  const { data } = list;
  const cases = useMemo(() => uniqueById(data?.pages.flatMap(({ cases }) => cases) ?? []), [data]);
  return { list, cases, waiting: data?.pages[0]?.waiting, isLoaded: data !== undefined };
}

/** The queue in the cache, for keys and for the next case. */
export function cachedQueue(client: QueryClient): ModerationCase[] {
  const { queryKey } = casesQuery(queueFilter.get());
  return uniqueById(client.getQueryData(queryKey)?.pages.flatMap(({ cases }) => cases) ?? []);
}
