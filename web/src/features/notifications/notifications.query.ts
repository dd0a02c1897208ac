import {
  countUnread,
  listNotifications,
  type NotificationGroup,
} from '@roost/contract/notifications';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { freshFor } from '../../lib/cache/fresh-for.ts';
import { notificationKeys, type Tab } from './notification-keys.ts';

export interface NotificationPage {
  groups: NotificationGroup[];
  totalPages: number;
  totalGroups: number;
}

/** The number of unread rows: the groups of all types with something unread. */
export const unreadRowsOf = ({
  unreadCount,
  extendedCount = 0,
  // An earlier release of the server does not send it.
  unreadGroups = unreadCount + extendedCount,
}: {
  unreadCount: number;
  extendedCount?: number | undefined;
  unreadGroups?: number | undefined;
}): number => unreadGroups;

/** One page of groups by its number. Events keep it current, so a focus fetches nothing. */
export function notificationsQuery(tab: Tab, page: number) {
  return queryOptions({
    queryKey: notificationKeys.page(tab, page),
    async queryFn({ signal }): Promise<NotificationPage> {
      const query = {
        page,
        grouped: '1',
        ...(tab === 'mentions' && { type: 'mention,comment' }),
        ...(tab === 'following' && { filter: 'following' }),
      };
      const { data } = await call(listNotifications, { query, signal }, { quiet: true });
      const { groups = [], pagination } = data;
      const { totalPages, totalGroups = groups.length } = pagination;
      return { groups, totalPages, totalGroups };
    },
    staleTime: freshFor.list,
    refetchOnWindowFocus: false,
  });
}

export const unreadQuery = queryOptions({
  queryKey: notificationKeys.unread,
  queryFn: async ({ signal }) =>
    unreadRowsOf((await call(countUnread, { signal }, { quiet: true })).data),
  staleTime: freshFor.unread,
});
