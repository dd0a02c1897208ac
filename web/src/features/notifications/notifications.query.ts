import { countUnread, listNotifications } from '@roost/contract/notifications';
import type { Answer } from '@roost/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { freshFor, PAGE_SIZE } from '../../lib/constants.ts';
import { notificationKeys, type Tab } from './notification-keys.ts';

export type NotificationPage = Answer<typeof listNotifications>['data'];

/** One page by its number. Kept current by events; focus fetches nothing (spec §9). */
export function notificationsQuery(tab: Tab, page: number) {
  return queryOptions({
    queryKey: notificationKeys.page(tab, page),
    async queryFn({ signal }): Promise<NotificationPage> {
      const query = {
        page,
        limit: PAGE_SIZE,
        ...(tab === 'mentions' && { type: 'mention' as const }),
      };
      return (await call(listNotifications, { query, signal }, { quiet: true })).data;
    },
    staleTime: freshFor.list,
    refetchOnWindowFocus: false,
  });
}

export const unreadQuery = queryOptions({
  queryKey: notificationKeys.unread,
  queryFn: async ({ signal }) =>
    (await call(countUnread, { signal }, { quiet: true })).data.unreadCount,
  staleTime: freshFor.unread,
});
