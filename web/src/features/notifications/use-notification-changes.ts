import {
  deleteAllNotifications,
  deleteGroup,
  markAllRead,
  markManyRead,
  type NotificationGroup,
} from '@roost/contract/notifications';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call, type ApiError } from '../../lib/api/api.ts';
import { isUnanswered } from '../../lib/api/api-error.ts';
import { changeOptimistically } from '../../lib/cache/optimistic-change.ts';
import { offerRetry } from '../../ui/overlays/offer-retry.ts';
import type { Undo } from '../../lib/cache/write-cache.ts';
import { hideAll, hideGroups, showAllRead, showRead } from './notification-cache.ts';
import { changing, notificationKeys } from './notification-keys.ts';

interface Change {
  show: (client: QueryClient) => Undo;
  send: () => Promise<unknown>;
  /** The call is a side effect of another action, so a failure shows nothing. */
  isQuiet?: boolean;
}

/** A notification that is already gone counts as deleted. Every other failure shows a toast. */
const isGone = ({ status }: ApiError) => status === 404;
const quiet = (error: ApiError) => isGone(error) || isUnanswered(error);

/** Returns the functions that change notifications. Changes show at once, and are undone if the call fails. */
export function useNotificationChanges() {
  const { mutate, mutateAsync } = useChange();
  return {
    /** Sends one call. `isQuiet`: the call is a side effect of another action. */
    read(groups: NotificationGroup[], isQuiet = false) {
      const unread = groups.filter((group) => group.unread > 0);
      if (unread.length > 0) mutate(reading(unread, isQuiet));
    },
    remove(group: NotificationGroup) {
      mutate(removing(group));
    },
    readAll() {
      mutate({ show: showAllRead, send: async () => call(markAllRead, {}, { quiet }) });
    },
    async removeAll() {
      await mutateAsync({
        show: hideAll,
        send: async () => call(deleteAllNotifications, {}, { quiet }),
      });
    },
  };
}

/** Makes a change optimistically. Loads the notifications again when the last open change has ended. */
function useChange() {
  const client = useQueryClient();
  const { mutate, mutateAsync } = useMutation({
    mutationKey: changing,
    mutationFn: async (change: Change) =>
      changeOptimistically({
        show: () => change.show(client),
        send: change.send,
        failed(error, again) {
          if (!change.isQuiet) offerRetry(error, again && (() => mutate(change)));
          throw error;
        },
      }),
    onSettled: () => {
      // This mutation itself is still counted.
      if (client.isMutating({ mutationKey: changing }) > 1) return;
      void client.invalidateQueries({ queryKey: notificationKeys.unread });
      void client.invalidateQueries({ queryKey: notificationKeys.lists });
    },
  });
  return { mutate, mutateAsync };
}

function reading(groups: NotificationGroup[], isQuiet: boolean): Change {
  const body = {
    ids: groups.map(({ newestId }) => newestId),
    groups: groups.map(({ key, newestId }) => ({ key, newestId })),
  };
  return {
    isQuiet,
    show: (client) => showRead(client, isOneOf(groups)),
    send: async () => call(markManyRead, { body }, { quiet: isQuiet || quiet }),
  };
}

function removing(group: NotificationGroup): Change {
  const { key, newestId } = group;
  return {
    show: (client) => hideGroups(client, isOneOf([group])),
    async send() {
      try {
        await call(deleteGroup, { params: { key }, body: { newestId } }, { quiet });
      } catch (error) {
        if (!isGone(error as ApiError)) throw error;
      }
    },
  };
}

function isOneOf(groups: NotificationGroup[]): (group: NotificationGroup) => boolean {
  const keys = new Set(groups.map(({ key }) => key));
  return ({ key }) => keys.has(key);
}
