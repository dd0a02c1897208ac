import { listAppeals } from '@roost/contract/moderation';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { moderationKeys } from '../moderation-keys.ts';

export type AppealStatus = 'open' | 'decided';

const PAGE_SIZE = 20;

/** The appeals that wait, or those that were decided, the newest first. */
export const appealsQuery = (status: AppealStatus) =>
  infiniteQueryOptions({
    queryKey: [...moderationKeys.appeals, status],
    async queryFn({ pageParam, signal }) {
      const query = { status, limit: PAGE_SIZE, ...(pageParam && { cursor: pageParam }) };
      const { data } = await call(listAppeals, { query, signal }, { quiet: true });
      return { appeals: data.appeals, nextCursor: data.pagination.nextCursor };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
  });
