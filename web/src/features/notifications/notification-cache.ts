import { GROUPS_PER_PAGE, type NotificationGroup } from '@roost/contract/notifications';
import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { writeCache, type Undo } from '../../lib/cache/write-cache.ts';
import { notificationKeys } from './notification-keys.ts';
import type { NotificationPage } from './notifications.query.ts';

type Matches = (group: NotificationGroup) => boolean;

/** Stores the number of unread groups from the server. */
export function setUnread(client: QueryClient, count: number): void {
  if (client.getQueryData(notificationKeys.unread) === undefined)
    client.setQueryData(notificationKeys.unread, count);
  writeCache(client, notificationKeys.unread, () => count);
}

function addUnread(client: QueryClient, difference: number): void {
  writeCache(client, notificationKeys.unread, (count) => Math.max(0, Number(count) + difference));
}

/** Shows the groups for which `matches` is true as read, and lowers the count. */
export function showRead(client: QueryClient, matches: Matches): Undo {
  const changed = new Map(
    groupsShown(client).flatMap((group) =>
      group.unread > 0 && matches(group) ? [[group.key, group.unread] as const] : [],
    ),
  );
  const sum = changed.size;
  const set = (unreadOf: (key: string) => number, difference: number) =>
    notifyManager.batch(() => {
      changeGroups(client, (group) => {
        const unread = changed.has(group.key) ? unreadOf(group.key) : group.unread;
        return unread === group.unread ? group : { ...group, unread };
      });
      addUnread(client, difference);
    });
  set(() => 0, -sum);
  return () => set((key) => changed.get(key) ?? 0, sum);
}

export function showAllRead(client: QueryClient): Undo {
  const count = client.getQueryData<number>(notificationKeys.unread);
  const undo = showRead(client, () => true);
  // This includes groups on pages that were not loaded.
  if (count !== undefined) setUnread(client, 0);
  return () => {
    undo();
    if (count !== undefined) setUnread(client, count);
  };
}

/** Hides the groups for which `matches` is true, on every page. */
export function hideGroups(client: QueryClient, matches: Matches): Undo {
  const unread = groupsShown(client).filter((group) => group.unread > 0 && matches(group)).length;
  const taken = new Map<string, NotificationPage>();
  notifyManager.batch(() => {
    writeCache(client, notificationKeys.lists, (data, queryHash) => {
      const page = data as NotificationPage;
      const groups = page.groups.filter((group) => !matches(group));
      if (groups.length === page.groups.length) return page;
      taken.set(queryHash, page);
      return recounted({ ...page, groups }, page.totalGroups + groups.length - page.groups.length);
    });
    addUnread(client, -unread);
  });
  return () =>
    notifyManager.batch(() => {
      writeCache(client, notificationKeys.lists, (data, queryHash) =>
        putBack(data as NotificationPage, taken.get(queryHash), matches),
      );
      addUnread(client, unread);
    });
}

/** Restores only the hidden groups. Other changes of the page stay. */
function putBack(
  page: NotificationPage,
  before: NotificationPage | undefined,
  isHidden: Matches,
): NotificationPage {
  if (!before) return page;
  const groups = [...page.groups];
  const indexOf = (key: string) => groups.findIndex((group) => group.key === key);
  const old = before.groups;
  // Starts from the end, so that the following groups are already in their positions.
  for (const [index, group] of [...old.entries()].toReversed()) {
    if (!isHidden(group) || indexOf(group.key) >= 0) continue;
    const next = old.slice(index + 1).find(({ key }) => indexOf(key) >= 0);
    groups.splice(next ? indexOf(next.key) : groups.length, 0, group);
  }
  const difference = groups.length - page.groups.length;
  return difference === 0 ? page : recounted({ ...page, groups }, page.totalGroups + difference);
}

/** Hides a person in every group for which `matches` is true. A group without other people disappears. */
export function hideSender(
  client: QueryClient,
  userId: string,
  matches: Matches = () => true,
): Undo {
  const undo = hideGroups(
    client,
    (group) => group.count === 1 && group.senders[0]?._id === userId && matches(group),
  );
  const changed = new Map<string, NotificationGroup>();
  changeGroups(client, (group) => {
    const senders = group.senders.filter(({ _id }) => _id !== userId);
    if (senders.length === group.senders.length || !matches(group)) return group;
    changed.set(group.key, group);
    return { ...group, senders, count: group.count - 1 };
  });
  return () => {
    undo();
    changeGroups(client, (group) => {
      const before = changed.get(group.key);
      const isSame = before?.newestId === group.newestId && before.count === group.count + 1;
      // If the group has changed since, the server's version stays.
      return isSame ? { ...group, senders: before.senders, count: before.count } : group;
    });
  };
}

export function hideAll(client: QueryClient): Undo {
  const count = client.getQueryData<number>(notificationKeys.unread);
  const taken = new Map<string, NotificationPage>();
  notifyManager.batch(() => {
    writeCache(client, notificationKeys.lists, (data, queryHash) => {
      taken.set(queryHash, data as NotificationPage);
      return recounted({ ...(data as NotificationPage), groups: [] }, 0);
    });
    setUnread(client, 0);
  });
  return () =>
    notifyManager.batch(() => {
      writeCache(client, notificationKeys.lists, (data, queryHash) => {
        const before = taken.get(queryHash);
        const page = putBack(data as NotificationPage, before, () => true);
        // Groups on pages that were not loaded were also hidden.
        const others = before ? before.totalGroups - before.groups.length : 0;
        return others > 0 ? recounted(page, page.totalGroups + others) : page;
      });
      if (count !== undefined) setUnread(client, count);
    });
}

function recounted(page: NotificationPage, totalGroups: number): NotificationPage {
  return {
    ...page,
    totalGroups,
    totalPages: Math.max(1, Math.ceil(totalGroups / GROUPS_PER_PAGE)),
  };
}

/** Each group once, although both tabs may contain it. */
function groupsShown(client: QueryClient): NotificationGroup[] {
  const pages = client.getQueriesData<NotificationPage>({ queryKey: notificationKeys.lists });
  const groups = pages.flatMap(([, page]) => page?.groups ?? []);
  return [...new Map(groups.map((group) => [group.key, group])).values()];
}

function changeGroups(
  client: QueryClient,
  change: (group: NotificationGroup) => NotificationGroup,
): void {
  writeCache(client, notificationKeys.lists, (data) => {
    const page = data as NotificationPage;
    const groups = page.groups.map(change);
    const isSame = groups.every((group, index) => group === page.groups[index]);
    return isSame ? page : { ...page, groups };
  });
}
