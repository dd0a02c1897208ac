import { getPush, pushKinds } from '@roost/contract/push';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { pushRecord } from '../../../lib/offline/push-record.ts';
import { notificationKeys } from '../notification-keys.ts';
import { browserEndpoint, type PushPreferences } from './browser-push.ts';

/** The pushes that this browser gets. */
export interface PushState extends PushPreferences {
  isOn: boolean;
}

/** The preferences of a person who turns pushes on, until they choose otherwise. */
export const defaultPreferences: PushPreferences = { kinds: [...pushKinds], preview: true };

/** Asks the browser and the server, because each can have ended the subscription. */
export const pushQuery = queryOptions({
  queryKey: notificationKeys.push,
  queryFn: async ({ signal }): Promise<PushState> => {
    const [{ data }, endpoint] = await Promise.all([
      call(getPush, { signal }, { quiet: true }),
      browserEndpoint(),
    ]);
    const { subscription } = data;
    const isOn = subscription !== null && subscription.endpoint === endpoint;
    const { kinds, preview } = (isOn && subscription) || pushRecord.read() || defaultPreferences;
    return { isOn, kinds, preview };
  },
  // The person may have changed the permission in the browser.
  staleTime: 0,
});
