export type Tab = 'all' | 'mentions';

/** What holds notifications lies under `lists`. */
export const notificationKeys = {
  lists: ['notifications', 'list'],
  page: (tab: Tab, page: number) => ['notifications', 'list', tab, page],
  unread: ['notifications', 'unread'],
  preferences: ['notifications', 'preferences'],
} as const;

/** Names the calls that change them, so that they can be waited for. */
export const changing = ['notifications'] as const;
