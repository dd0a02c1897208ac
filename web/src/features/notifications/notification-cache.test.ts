import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import {
  hideAll,
  hideGroups,
  hideSender,
  setUnread,
  showAllRead,
  showRead,
} from './notification-cache.ts';
import { notificationKeys, type Tab } from './notification-keys.ts';
import type { NotificationPage } from './notifications.query.ts';
import { sampleGroup } from '../../../test/support/sample-notifications.ts';

const ben = { _id: 'ben', username: 'ben', fullName: 'Ben', avatar: null };
const ann = sampleGroup().senders[0]!;

function pageOf(keys: string[], totalGroups = keys.length): NotificationPage {
  return {
    groups: keys.map((key) => sampleGroup({ key })),
    totalGroups,
    totalPages: Math.max(1, Math.ceil(totalGroups / 20)),
  };
}

function filled(): QueryClient {
  const client = new QueryClient();
  client.setQueryData(notificationKeys.page('all', 1), pageOf('zyxwvutsrq'.split(''), 21));
  client.setQueryData(notificationKeys.page('all', 2), pageOf(['p', 'o'], 21));
  client.setQueryData(notificationKeys.page('mentions', 1), pageOf(['z']));
  client.setQueryData(notificationKeys.unread, 12);
  return client;
}

const shown = (client: QueryClient, tab: Tab, page = 1) =>
  client.getQueryData<NotificationPage>(notificationKeys.page(tab, page))!;
const keys = (client: QueryClient, tab: Tab, page = 1) =>
  shown(client, tab, page)
    .groups.map(({ key }) => key)
    .join('');
const unread = (client: QueryClient) => client.getQueryData(notificationKeys.unread);
const all = (client: QueryClient) =>
  JSON.stringify(client.getQueriesData({ queryKey: ['notifications'] }).map(([, data]) => data));

test('keeps the first count, and a later one replaces it', () => {
  const client = new QueryClient();
  setUnread(client, 3);
  setUnread(client, 1);
  expect(unread(client)).toBe(1);
});

test('marks groups as read everywhere once, and undo restores them', () => {
  const client = filled();
  const before = all(client);
  const undo = showRead(client, ({ key }) => key === 'z' || key === 'o');
  expect(unread(client)).toBe(10);
  expect(shown(client, 'mentions').groups[0]?.unread).toBe(0);
  showRead(client, ({ key }) => key === 'z');
  expect(unread(client)).toBe(10);
  undo();
  expect(all(client)).toBe(before);
});

test('the count is the number of unread rows, whatever the number of notifications in them', () => {
  const client = filled();
  const [first, ...others] = shown(client, 'all', 2).groups;
  const page = {
    ...shown(client, 'all', 2),
    groups: [{ ...first!, unread: 7, count: 9 }, ...others],
  };
  client.setQueryData(notificationKeys.page('all', 2), page);
  const undo = showRead(client, ({ key }) => key === first!.key);
  expect(unread(client)).toBe(11);
  undo();
  expect(unread(client)).toBe(12);
  hideGroups(client, ({ key }) => key === first!.key);
  expect(unread(client)).toBe(11);
});

test('marking all as read includes pages that were not loaded', () => {
  const client = filled();
  setUnread(client, 40);
  const undo = showAllRead(client);
  expect(unread(client)).toBe(0);
  undo();
  expect(unread(client)).toBe(40);
});

test('hides groups from every page and total, and undo restores their positions', () => {
  const client = filled();
  const before = all(client);
  const undo = hideGroups(client, ({ key }) => ['z', 'v', 'p'].includes(key));
  expect([keys(client, 'all'), keys(client, 'all', 2), keys(client, 'mentions')]).toEqual([
    'yxwutsrq',
    'o',
    '',
  ]);
  expect(unread(client)).toBe(9);
  expect(shown(client, 'all').totalPages).toBe(1);
  undo();
  expect(all(client)).toBe(before);
});

test('undo restores what was hidden, and keeps newer groups', () => {
  const client = filled();
  const newcomer = sampleGroup({ key: 'A' });
  const come = () => {
    const page = shown(client, 'all');
    client.setQueryData(notificationKeys.page('all', 1), {
      ...page,
      groups: [newcomer, ...page.groups],
      totalGroups: page.totalGroups + 1,
    });
  };
  const undos = [
    () => hideGroups(client, ({ key }) => ['z', 'v', 'q'].includes(key)),
    () => hideSender(client, ann._id),
    () => hideAll(client),
  ];
  for (const hide of undos) {
    client.setQueryData(notificationKeys.page('all', 1), pageOf('zyxwvutsrq'.split(''), 21));
    const undo = hide();
    come();
    undo();
    expect(keys(client, 'all')).toBe('Azyxwvutsrq');
    expect(shown(client, 'all').totalGroups).toBe(22);
  }
});

test('hiding a person leaves groups with other people, with one fewer', () => {
  const client = new QueryClient();
  const page = pageOf(['a', 'b']);
  page.groups[1] = sampleGroup({ key: 'b', count: 3, senders: [ann, ben] });
  client.setQueryData(notificationKeys.page('all', 1), page);
  const undo = hideSender(client, ann._id);
  expect(shown(client, 'all').groups).toEqual([{ ...page.groups[1], count: 2, senders: [ben] }]);
  undo();
  expect(shown(client, 'all')).toEqual(page);
});

test('hides all notifications, and undo restores them', () => {
  const client = filled();
  const before = all(client);
  const undo = hideAll(client);
  expect(keys(client, 'all') + keys(client, 'all', 2) + keys(client, 'mentions')).toBe('');
  expect(unread(client)).toBe(0);
  undo();
  expect(all(client)).toBe(before);
});
