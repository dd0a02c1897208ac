import type { PushKind } from '@roost/contract/push';
import { onLogout } from '../logout.ts';
import { wallClock } from '../wall-clock.ts';
import { hasFields, storedJson } from '../storage.ts';

/** Who gets pushes in this browser, and which. */
export interface PushRecord {
  ownerId: string;
  kinds: PushKind[];
  preview: boolean;
  /** Where the push service takes them. The service worker can have another one already, which the server does not know. */
  endpoint?: string;
  /** When the server last had this, in ms since 1970. 0: not in this session. */
  at: number;
}

/** Absent while this browser gets no pushes. */
export const pushRecord = storedJson<PushRecord>('localStorage', 'roost:push', (value) =>
  hasFields<PushRecord>(value, {
    ownerId: 'string',
    kinds: 'object',
    preview: 'boolean',
    at: 'number',
  })
    ? value
    : undefined,
);

/** The app tells the server at most once in this time that the browser is still there. */
const RENEW_AFTER_MS = 86_400_000;

/** Whether this browser gets pushes for somebody else, or the server should hear that it is still there. */
export async function isRenewalDue(viewerId: string): Promise<boolean> {
  const record = pushRecord.read();
  if (!record) return false;
  if (record.ownerId !== viewerId || wallClock() - record.at > RENEW_AFTER_MS) return true;
  return (await browserSubscription())?.endpoint !== record.endpoint;
}

// An ended session gets no pushes. The same person gets them again after the next sign-in.
onLogout((reason) => {
  const record = pushRecord.read();
  if (!record) return;
  if (reason === 'signedOut') void endLocalSubscription();
  else {
    pushRecord.write({ ...record, at: 0 });
    void closeNotifications();
  }
});

/** Ends the subscription in the browser, also without a network, and removes what it has shown. */
export async function endLocalSubscription(): Promise<void> {
  pushRecord.write(undefined);
  await closeNotifications();
  await (await browserSubscription())?.unsubscribe().catch(() => false);
}

/** The subscription of this browser. */
export async function browserSubscription(): Promise<PushSubscription | null | undefined> {
  return (await findRegistration())?.pushManager?.getSubscription();
}

/** Removes the notifications of this site that the device still shows. */
async function closeNotifications(): Promise<void> {
  for (const shown of (await (await findRegistration())?.getNotifications?.()) ?? []) shown.close();
}

async function findRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker?.getRegistration().catch(() => undefined);
}
