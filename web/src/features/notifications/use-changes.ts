import {
  deleteAllNotifications,
  deleteNotification,
  markAllRead,
  markRead,
  type Notification,
} from '@roost/contract/notifications';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call, type ApiError } from '../../lib/api.ts';
import type { Undo } from '../users/cache-writes.ts';
import { hideAll, hideNotifications, showAllRead, showRead } from './notification-cache.ts';
import { changing, notificationKeys } from './notification-keys.ts';

interface Change {
  show: (client: QueryClient) => Undo;
  send: () => Promise<unknown>;
}

/** What is gone already is as good as deleted; everything else that fails is told by a toast. */
const quiet = ({ status }: ApiError) => status === 404;

/** Changes to what the viewer was told of: shown at once, taken back when the call fails. */
export function useChanges() {
  const client = useQueryClient();
  const { mutate, mutateAsync } = useMutation({
    mutationKey: changing,
    mutationFn: ({ send }: Change) => send(),
    onMutate: ({ show }) => ({ undo: show(client) }),
    onError: (_error, _change, context) => context?.undo(),
    onSettled: () => {
      // This one is still counted.
      if (client.isMutating({ mutationKey: changing }) > 1) return;
      void client.invalidateQueries({ queryKey: notificationKeys.unread });
      void client.invalidateQueries({ queryKey: notificationKeys.lists });
    },
  });

  return {
    /** `isQuiet` where it is only a part of something else. */
    read(rows: Notification[], isQuiet = false) {
      const unread = rows.filter(({ read }) => !read);
      if (unread.length === 0) return;
      mutate({
        show: (cache) => showRead(cache, isOneOf(unread)),
        send: () =>
          all(unread, async (params) => call(markRead, { params }, { quiet: isQuiet || quiet })),
      });
    },
    remove(rows: Notification[]) {
      mutate({
        show: (cache) => hideNotifications(cache, isOneOf(rows)),
        send: () => all(rows, async (params) => call(deleteNotification, { params }, { quiet })),
      });
    },
    readAll() {
      mutate({ show: showAllRead, send: async () => call(markAllRead, {}) });
    },
    async removeAll() {
      await mutateAsync({ show: hideAll, send: async () => call(deleteAllNotifications, {}) });
    },
  };
}

function isOneOf(rows: Notification[]): (row: Notification) => boolean {
  const ids = new Set(rows.map(({ _id }) => _id));
  return ({ _id }) => ids.has(_id);
}

/** One call for each; the first failure that matters is thrown when all are through. */
async function all(
  rows: Notification[],
  send: (params: { notificationId: string }) => Promise<unknown>,
): Promise<void> {
  const outcomes = await Promise.allSettled(
    rows.map(async ({ _id }) => send({ notificationId: _id })),
  );
  for (const outcome of outcomes)
    if (outcome.status === 'rejected' && !quiet(outcome.reason as ApiError)) throw outcome.reason;
}
