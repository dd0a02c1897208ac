import { getSite } from '@roost/contract/site';
import {
  subscribeToPush,
  unsubscribeFromPush,
  type OwnPushSubscription,
  type PushKind,
} from '@roost/contract/push';
import { ApiError, call } from '../../../lib/api/api.ts';
import { sessionNumber } from '../../../lib/logout.ts';
import {
  browserSubscription,
  endLocalSubscription,
  pushRecord,
} from '../../../lib/offline/push-record.ts';
import { site } from '../../../lib/site.ts';
import { wallClock } from '../../../lib/wall-clock.ts';

/** The kinds of pushes that a person wants, and whether their texts have a preview. */
export interface PushPreferences {
  kinds: PushKind[];
  preview: boolean;
}

/** An extension can keep the service worker from starting. */
const WORKER_MS = 10_000;
const CONFLICT = 409;

/** Subscribes this browser, and tells the server what its person wants. Works again for a browser that is subscribed. */
export async function subscribeBrowser(
  ownerId: string,
  preferences: PushPreferences,
): Promise<OwnPushSubscription | null> {
  try {
    return await subscribeTo(site.vapidKey, ownerId, preferences);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== CONFLICT) throw error;
    // The document is older than the key.
    const { vapidKey } = (await call(getSite, {}, { quiet: true })).data;
    return subscribeTo(vapidKey, ownerId, preferences);
  }
}

async function subscribeTo(
  vapidKey: string | null,
  ownerId: string,
  { kinds, preview }: PushPreferences,
): Promise<OwnPushSubscription | null> {
  if (vapidKey === null) throw new Error('This site sends no pushes.');
  const session = sessionNumber();
  const { pushManager } = await readyWorker();
  const old = await pushManager.getSubscription();
  const isOutdated = old && keyOf(old) !== vapidKey;
  if (isOutdated) await old.unsubscribe();
  const subscription =
    isOutdated || !old
      ? await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: vapidKey })
      : old;
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  const body = { endpoint, keys: { p256dh, auth }, kinds, preview, vapidKey };
  const { data } = await call(subscribeToPush, { body }, { quiet: true });
  // A logout meanwhile has ended the pushes of this browser, perhaps before the browser was subscribed.
  if (session !== sessionNumber()) {
    await endLocalSubscription();
    return null;
  }
  pushRecord.write({ ownerId, kinds, preview, endpoint, at: wallClock() });
  return data.subscription;
}

/** Ends the subscription on the server and in the browser. */
export async function unsubscribeBrowser(): Promise<void> {
  await call(unsubscribeFromPush, {}, { quiet: true });
  await endLocalSubscription();
}

/** The endpoint to which this browser is subscribed. */
export async function browserEndpoint(): Promise<string | undefined> {
  return (await browserSubscription())?.endpoint;
}

/** The key of the server with which the browser subscribed, in base64url. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

async function readyWorker(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error('The service worker did not start.')), WORKER_MS),
  );
  return Promise.race([navigator.serviceWorker.ready, late]);
}
