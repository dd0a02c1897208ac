import type { Notification } from '@roost/contract/notifications';
import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { PAGE_SIZE } from '../../lib/constants.ts';
import { writeCache, type Undo } from '../users/cache-writes.ts';
import { notificationKeys, type Tab } from './notification-keys.ts';
import type { NotificationPage } from './notifications.query.ts';

type Wanted = (notification: Notification) => boolean;

/** The count as the server says it. */
export function setUnread(client: QueryClient, count: number): void {
  if (client.getQueryData(notificationKeys.unread) === undefined)
    client.setQueryData(notificationKeys.unread, count);
  writeCache(client, notificationKeys.unread, () => count);
}

function addUnread(client: QueryClient, difference: number): void {
  writeCache(client, notificationKeys.unread, (count) => Math.max(0, Number(count) + difference));
}

/** Puts a new one at the top of the first page of the tabs it belongs to; the pages after it are no longer true. */
export function insertNotification(client: QueryClient, added: Notification): void {
  notifyManager.batch(() => {
    for (const tab of tabsOf(added)) {
      writeCache(client, notificationKeys.page(tab, 1), (data) =>
        insert(data as NotificationPage, added),
      );
      void client.invalidateQueries({
        queryKey: ['notifications', 'list', tab],
        // What is being read stays where it is.
        predicate: ({ queryKey }) => queryKey.at(-1) !== 1,
        refetchType: 'none',
      });
    }
  });
}

const tabsOf = ({ type }: Notification): Tab[] =>
  type === 'mention' ? ['all', 'mentions'] : ['all'];

function insert(page: NotificationPage, added: Notification): NotificationPage {
  const { notifications, pagination } = page;
  if (notifications.some(({ _id }) => _id === added._id)) return page;
  // Ids are in the order of time; after an absence they may come beside newer ones.
  const all = [...notifications, added].sort((a, b) => (a._id < b._id ? 1 : -1));
  return {
    ...page,
    notifications: all.slice(0, PAGE_SIZE),
    pagination: recounted(pagination, 1),
  };
}

function recounted(
  pagination: NotificationPage['pagination'],
  difference: number,
): NotificationPage['pagination'] {
  const total = Math.max(0, pagination.totalNotifications + difference);
  return {
    ...pagination,
    totalNotifications: total,
    totalPages: Math.max(1, Math.ceil(total / PAGE_SIZE)),
  };
}

/** Shows those as read, and the count with them. */
export function showRead(client: QueryClient, isWanted: Wanted): Undo {
  const changed = new Set(
    rowsShown(client).flatMap((row) => (!row.read && isWanted(row) ? row._id : [])),
  );
  const set = (read: boolean) =>
    notifyManager.batch(() => {
      writeCache(client, notificationKeys.lists, (data) =>
        mapRows(data as NotificationPage, (row) =>
          changed.has(row._id) && row.read !== read ? { ...row, read } : row,
        ),
      );
      addUnread(client, read ? -changed.size : changed.size);
    });
  set(true);
  return () => set(false);
}

export function showAllRead(client: QueryClient): Undo {
  const count = client.getQueryData<number>(notificationKeys.unread);
  const undo = showRead(client, () => true);
  // Also those on pages nobody has seen.
  if (count !== undefined) setUnread(client, 0);
  return () => {
    undo();
    if (count !== undefined) setUnread(client, count);
  };
}

/** Takes those out of every page. */
export function hideNotifications(client: QueryClient, isWanted: Wanted): Undo {
  const unread = rowsShown(client).filter((row) => !row.read && isWanted(row)).length;
  const taken = new Map<string, Notification[]>();
  notifyManager.batch(() => {
    writeCache(client, notificationKeys.lists, (data, place) => {
      const page = data as NotificationPage;
      const gone = page.notifications.filter(isWanted);
      if (gone.length === 0) return page;
      taken.set(place, gone);
      return {
        ...page,
        notifications: page.notifications.filter((row) => !isWanted(row)),
        pagination: recounted(page.pagination, -gone.length),
      };
    });
    addUnread(client, -unread);
  });
  return () =>
    notifyManager.batch(() => {
      writeCache(client, notificationKeys.lists, (data, place) =>
        (taken.get(place) ?? []).reduce(insert, data as NotificationPage),
      );
      addUnread(client, unread);
    });
}

export function hideAll(client: QueryClient): Undo {
  const count = client.getQueryData<number>(notificationKeys.unread);
  const before = client.getQueriesData<NotificationPage>({ queryKey: notificationKeys.lists });
  notifyManager.batch(() => {
    writeCache(client, notificationKeys.lists, (data) => ({
      ...(data as NotificationPage),
      notifications: [],
      pagination: {
        ...(data as NotificationPage).pagination,
        totalNotifications: 0,
        totalPages: 1,
      },
    }));
    setUnread(client, 0);
  });
  return () =>
    notifyManager.batch(() => {
      for (const [key, page] of before) if (page) writeCache(client, key, () => page);
      if (count !== undefined) setUnread(client, count);
    });
}

/** Each once, though it stands in both tabs. */
function rowsShown(client: QueryClient): Notification[] {
  const pages = client.getQueriesData<NotificationPage>({ queryKey: notificationKeys.lists });
  const rows = pages.flatMap(([, page]) => page?.notifications ?? []);
  return [...new Map(rows.map((row) => [row._id, row])).values()];
}

function mapRows(page: NotificationPage, change: (row: Notification) => Notification) {
  const notifications = page.notifications.map(change);
  const isSame = notifications.every((row, place) => row === page.notifications[place]);
  return isSame ? page : { ...page, notifications };
}
