import { endLocalSubscription, pushRecord } from '../../../lib/offline/push-record.ts';
import { subscribeBrowser, unsubscribeBrowser } from './browser-push.ts';
import { pushSupport } from './push-support.ts';

/**
 * Brings the subscription of this browser in line with its person. It does so after a new sign-in, after a new key of the site,
 * and after the person has forbidden notifications. The next page repeats it after a failure.
 */
export async function renewPush(viewerId: string): Promise<void> {
  const record = pushRecord.read();
  if (!record) return;
  if (record.ownerId !== viewerId) return endLocalSubscription();
  if (pushSupport() !== 'ready' || Notification.permission !== 'granted')
    return unsubscribeBrowser();
  await subscribeBrowser(viewerId, record);
}
