import { getNotificationPreferences } from '@roost/contract/notifications';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { notificationKeys } from '../notification-keys.ts';

/** The viewer's choices: which notifications to receive, and from whom. */
export const preferencesQuery = queryOptions({
  queryKey: notificationKeys.preferences,
  queryFn: async ({ signal }) =>
    (await call(getNotificationPreferences, { signal }, { quiet: true })).notificationPreferences,
  // Another tab may have changed the preferences.
  staleTime: 0,
});
