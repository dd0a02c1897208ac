export type Tab = 'all' | 'mentions' | 'following';

/** All lists of notifications are under `lists`. */
export const notificationKeys = {
  lists: ['notifications', 'list'],
  page: (tab: Tab, page: number) => ['notifications', 'list', tab, page],
  unread: ['notifications', 'unread'],
  preferences: ['notifications', 'preferences'],
  push: ['notifications', 'push'],
} as const;

/** The mutation key of calls that change notifications, so that other code can wait for them. */
export const changing = ['notifications'] as const;
