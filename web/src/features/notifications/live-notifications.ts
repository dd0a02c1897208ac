import type { QueryClient } from '@tanstack/react-query';
import { fetchAnew } from '../../lib/cache/fetch-anew.ts';
import { onLive, onMissed } from '../../lib/socket/live.ts';
import { onBlocked } from '../users/relations/relation-events.ts';
import { hideSender, setUnread } from './notification-cache.ts';
import { changing, notificationKeys } from './notification-keys.ts';

onLive('newNotification', (client, { unreadCount }) => {
  setUnread(client, unreadCount);
  // Rows on later pages keep their positions.
  refreshSoon(client, 'first');
});

onLive('notificationsChanged', (client, { unreadCount }) => {
  // Own changes already show. After the last of them, everything is refetched.
  if (client.isMutating({ mutationKey: changing }) > 0) return;
  setUnread(client, unreadCount);
  refreshSoon(client, 'all');
});

onMissed((client) => {
  void fetchAnew(client, notificationKeys.unread);
  void fetchAnew(client, notificationKeys.lists);
});

onBlocked(hideSender);

/** Changes are collected for this long, because somebody may toggle a hundred likes in a row. */
const REFETCH_DELAY_MS = 500;
let timer: ReturnType<typeof setTimeout> | undefined;
let areAllWanted = false;

/** Refetches the groups, because only the server knows to which group a notification belongs. */
function refreshSoon(client: QueryClient, pages: 'first' | 'all'): void {
  areAllWanted ||= pages === 'all';
  timer ??= setTimeout(() => {
    const isRefreshed = (page: unknown) => areAllWanted || page === 1;
    timer = undefined;
    const lists = { queryKey: notificationKeys.lists };
    void client.invalidateQueries({ ...lists, refetchType: 'none' });
    void client.refetchQueries({
      ...lists,
      type: 'active',
      predicate: ({ queryKey }) => isRefreshed(queryKey.at(-1)),
    });
    areAllWanted = false;
  }, REFETCH_DELAY_MS);
}
