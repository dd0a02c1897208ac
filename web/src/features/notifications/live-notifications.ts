import type { QueryClient } from '@tanstack/react-query';
import { fetchAnew } from '../../lib/fetch-anew.ts';
import { onLive, onMissed } from '../../lib/live.ts';
import { onBlocked } from '../users/block.ts';
import { hideNotifications, insertNotification, setUnread } from './notification-cache.ts';
import { changing, notificationKeys } from './notification-keys.ts';

onLive('newNotification', (client, { unreadCount, ...added }) => {
  insertNotification(client, added);
  setUnread(client, unreadCount);
});

onLive('notificationsChanged', (client, { unreadCount }) => {
  // Our own changes are shown already; when the last of them is through, all is fetched anew.
  if (client.isMutating({ mutationKey: changing }) > 0) return;
  setUnread(client, unreadCount);
  refreshSoon(client);
});

onMissed((client) => {
  void fetchAnew(client, notificationKeys.unread);
  void fetchAnew(client, notificationKeys.lists);
});

onBlocked((client, userId) => hideNotifications(client, ({ sender }) => sender._id === userId));

/** Milliseconds in which changes are gathered: somebody may be taking back a hundred likes. */
const GATHER_MS = 300;
let timer: ReturnType<typeof setTimeout> | undefined;

function refreshSoon(client: QueryClient): void {
  timer ??= setTimeout(() => {
    timer = undefined;
    void client.invalidateQueries({ queryKey: notificationKeys.lists });
  }, GATHER_MS);
}
