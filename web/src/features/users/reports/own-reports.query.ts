import { listOwnReports } from '@roost/contract/moderation';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { userKeys } from '../user-keys.ts';

const PAGE_SIZE = 20;

/** The viewer's reports, the newest first. Moderators may decide at any time, so each visit asks again. */
export const ownReportsQuery = infiniteQueryOptions({
  queryKey: userKeys.reports,
  async queryFn({ pageParam, signal }) {
    const { data } = await call(
      listOwnReports,
      { query: { limit: PAGE_SIZE, ...(pageParam && { cursor: pageParam }) }, signal },
      { quiet: true },
    );
    return { reports: data.reports, nextCursor: data.pagination.nextCursor };
  },
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  staleTime: 0,
});
