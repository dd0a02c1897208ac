import { listAudit } from '@roost/contract/moderation';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { moderationKeys } from '../moderation-keys.ts';

const PAGE_SIZE = 30;

export interface AuditFilter {
  /** The id of the person who acted. */
  actor?: string;
  /** The id of what or whom it was about. */
  subject?: string;
}

/** The audit log, the newest entry first. */
export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: moderationKeys.audit(filter),
    async queryFn({ pageParam, signal }) {
      const query = { ...filter, limit: PAGE_SIZE, ...(pageParam && { cursor: pageParam }) };
      const { data } = await call(listAudit, { query, signal }, { quiet: true });
      return { entries: data.entries, nextCursor: data.pagination.nextCursor };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
  });
