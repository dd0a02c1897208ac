import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import {
  hideAll,
  hideNotifications,
  insertNotification,
  setUnread,
  showAllRead,
  showRead,
} from './notification-cache.ts';
import { notificationKeys, type Tab } from './notification-keys.ts';
import type { NotificationPage } from './notifications.query.ts';
import { sampleNotification } from './sample-notifications.ts';

function pageOf(ids: string[], totalNotifications = ids.length): NotificationPage {
  return {
    notifications: ids.map((_id) => sampleNotification({ _id })),
    unreadCount: totalNotifications,
    pagination: {
      currentPage: 1,
      totalPages: Math.max(1, Math.ceil(totalNotifications / 10)),
      totalNotifications,
      nextCursor: null,
    },
  };
}

function filled(): QueryClient {
  const client = new QueryClient();
  client.setQueryData(notificationKeys.page('all', 1), pageOf('zyxwvutsrq'.split(''), 12));
  client.setQueryData(notificationKeys.page('all', 2), pageOf(['p', 'o'], 12));
  client.setQueryData(notificationKeys.page('mentions', 1), pageOf(['z']));
  client.setQueryData(notificationKeys.unread, 12);
  return client;
}

const shown = (client: QueryClient, tab: Tab, page = 1) =>
  client.getQueryData<NotificationPage>(notificationKeys.page(tab, page))!;
const ids = (client: QueryClient, tab: Tab, page = 1) =>
  shown(client, tab, page)
    .notifications.map(({ _id }) => _id)
    .join('');
const unread = (client: QueryClient) => client.getQueryData(notificationKeys.unread);
const all = (client: QueryClient) =>
  JSON.stringify(client.getQueriesData({ queryKey: ['notifications'] }).map(([, data]) => data));

test('a new one comes to the top of the first page, which keeps its length', () => {
  const client = filled();
  insertNotification(client, sampleNotification({ _id: 'zz' }));
  expect(ids(client, 'all')).toBe('zzzyxwvutsr');
  expect(ids(client, 'all', 2)).toBe('po');
  expect(ids(client, 'mentions')).toBe('z');
  expect(shown(client, 'all').pagination).toMatchObject({ totalNotifications: 13, totalPages: 2 });
  const state = (page: number) => client.getQueryState(notificationKeys.page('all', page));
  expect([state(1)?.isInvalidated, state(2)?.isInvalidated]).toEqual([false, true]);
});

test('a mention comes to both tabs', () => {
  const client = filled();
  insertNotification(client, sampleNotification({ _id: 'zz', type: 'mention' }));
  expect([ids(client, 'all').slice(0, 2), ids(client, 'mentions')]).toEqual(['zz', 'zzz']);
});

test('the same twice is there once; what comes late stands in its place', () => {
  const client = filled();
  insertNotification(client, sampleNotification({ _id: 'x' }));
  expect(shown(client, 'all').pagination.totalNotifications).toBe(12);
  insertNotification(client, sampleNotification({ _id: 'wa' }));
  expect(ids(client, 'all')).toBe('zyxwawvutsr');
});

test('one that comes while the page is still being fetched is on it, once', async () => {
  for (const answer of [['y'], ['z', 'y']]) {
    const client = new QueryClient();
    let arrive: (page: NotificationPage) => void = () => {};
    // The first write starts the journal that fetches are noted in.
    setUnread(client, 0);
    const fetching = client.fetchQuery({
      queryKey: notificationKeys.page('all', 1),
      queryFn: async () => new Promise<NotificationPage>((resolve) => (arrive = resolve)),
    });
    insertNotification(client, sampleNotification({ _id: 'z' }));
    arrive(pageOf(answer));
    await fetching;
    expect(ids(client, 'all')).toBe('zy');
  }
});

test('the count that comes first is kept, and a later one replaces it', () => {
  const client = new QueryClient();
  setUnread(client, 3);
  setUnread(client, 1);
  expect(unread(client)).toBe(1);
});

test('read: everywhere and in the count, each once; the undo puts it back', () => {
  const client = filled();
  const before = all(client);
  const undo = showRead(client, ({ _id }) => _id === 'z' || _id === 'o');
  expect(unread(client)).toBe(10);
  expect(shown(client, 'mentions').notifications[0]?.read).toBe(true);
  showRead(client, ({ _id }) => _id === 'z');
  expect(unread(client)).toBe(10);
  undo();
  expect(all(client)).toBe(before);
});

test('all read: also those nobody has seen', () => {
  const client = filled();
  setUnread(client, 40);
  const undo = showAllRead(client);
  expect(unread(client)).toBe(0);
  undo();
  expect(unread(client)).toBe(40);
});

test('taken out: from every page and the totals; the undo puts them in their places', () => {
  const client = filled();
  const before = all(client);
  const undo = hideNotifications(client, ({ _id }) => ['z', 'v', 'p'].includes(_id));
  expect([ids(client, 'all'), ids(client, 'all', 2), ids(client, 'mentions')]).toEqual([
    'yxwutsrq',
    'o',
    '',
  ]);
  expect(unread(client)).toBe(9);
  expect(shown(client, 'all').pagination.totalPages).toBe(1);
  undo();
  expect(all(client)).toBe(before);
});

test('all taken out, and back', () => {
  const client = filled();
  const before = all(client);
  const undo = hideAll(client);
  expect(ids(client, 'all') + ids(client, 'all', 2) + ids(client, 'mentions')).toBe('');
  expect(unread(client)).toBe(0);
  undo();
  expect(all(client)).toBe(before);
});
