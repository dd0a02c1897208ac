import { listNotifications, type NotificationGroup } from '@roost/contract/notifications';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';

export type Decision = NonNullable<NotificationGroup['decision']>;

const PAGE_SIZE = 20;

export const decisionsKey = ['notifications', 'decisions'] as const;

/** The decisions about the viewer, the newest first. They are notifications. */
export const decisionsQuery = infiniteQueryOptions({
  queryKey: decisionsKey,
  async queryFn({ pageParam, signal }) {
    const query = {
      type: 'moderation',
      extended: '1',
      limit: PAGE_SIZE,
      ...(pageParam && { cursor: pageParam }),
    };
    const { data } = await call(listNotifications, { query, signal }, { quiet: true });
    const notices = data.notifications.flatMap((notice) =>
      'decision' in notice
        ? { _id: notice._id, createdAt: notice.createdAt, decision: notice.decision }
        : [],
    );
    return { notices, nextCursor: data.pagination.nextCursor };
  },
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  staleTime: 0,
});
