import { pushRecord } from '../../../lib/offline/push-record.ts';
import { browserEndpoint, subscribeBrowser, type PushPreferences } from './browser-push.ts';
import type { PushState } from './push.query.ts';

/** `dismissed`: the person closed the question of the browser without an answer. */
export type EnableOutcome = PushState | 'denied' | 'dismissed';

/** Asks for the permission, and subscribes. Call it only when somebody has pressed something. */
export async function enablePush(
  viewerId: string,
  preferences: PushPreferences,
): Promise<EnableOutcome> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'dismissed';
  // If the server has forgotten a subscription, the push service may have forgotten it, too.
  if (!pushRecord.read() && (await browserEndpoint()) !== undefined) {
    const registration = await navigator.serviceWorker.getRegistration();
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
  }
  await subscribeBrowser(viewerId, preferences);
  return { isOn: true, kinds: preferences.kinds, preview: preferences.preview };
}
