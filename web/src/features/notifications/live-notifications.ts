import type { QueryClient } from '@tanstack/react-query';
import { createBatcher } from '../../lib/batcher.ts';
import { fetchAnew } from '../../lib/cache/fetch-anew.ts';
import { onLogout } from '../../lib/logout.ts';
import { onLive, onMissed } from '../../lib/socket/live.ts';
import { onBlocked, onMuteSettled, onRequestAnswered } from '../users/relations/relation-events.ts';
import { hideSender, setUnread } from './notification-cache.ts';
import { changing, notificationKeys } from './notification-keys.ts';
import { unreadRowsOf } from './notifications.query.ts';

interface Refetch {
  client: QueryClient;
  pages: 'first' | 'all';
}

onLive('newNotification', (client, counts) => {
  setUnread(client, unreadRowsOf(counts));
  // Rows on later pages keep their positions.
  refetches.add({ client, pages: 'first' });
});

onLive('notificationsChanged', (client, counts) => {
  // Own changes already show. After the last of them, everything is refetched.
  if (client.isMutating({ mutationKey: changing }) > 0) return;
  setUnread(client, unreadRowsOf(counts));
  refetches.add({ client, pages: 'all' });
});

onMissed((client) => {
  void fetchAnew(client, notificationKeys.unread);
  void fetchAnew(client, notificationKeys.lists);
});

onBlocked((client, userId) => hideSender(client, userId));
onRequestAnswered((client, userId) =>
  hideSender(client, userId, ({ type }) => type === 'followRequest'),
);

onMuteSettled((client) => {
  void fetchAnew(client, notificationKeys.unread);
  void fetchAnew(client, notificationKeys.lists);
});

/** Somebody may toggle a hundred likes in a row. */
const REFETCH_BATCH_MS = 500;

/** Refetches the groups, because only the server knows to which group a notification belongs. */
const refetches = createBatcher<Refetch>(REFETCH_BATCH_MS, (wanted) => {
  const isEveryPage = wanted.some(({ pages }) => pages === 'all');
  const lists = { queryKey: notificationKeys.lists };
  for (const client of new Set(wanted.map((each) => each.client))) {
    void client.invalidateQueries({ ...lists, refetchType: 'none' });
    void client.refetchQueries({
      ...lists,
      type: 'active',
      predicate: ({ queryKey }) => isEveryPage || queryKey.at(-1) === 1,
    });
  }
});
onLogout(refetches.cancel);
