import type { OwnPushSubscription } from '@roost/contract/push';
import { worker } from './worker-scope.ts';

// The browser has replaced its subscription, and nobody may have a page open. TypeScript does not know the event.
worker.addEventListener('pushsubscriptionchange', (event) => {
  (event as ExtendableEvent).waitUntil(renew());
});

/** Tells the server the new subscription, with the same preferences. Without a session there is none. */
async function renew(): Promise<void> {
  const answer = await ask<{ subscription: OwnPushSubscription | null }>('/api/push');
  const site = await ask<{ vapidKey: string | null }>('/api/site');
  if (!answer?.subscription || !site?.vapidKey) return;
  const { kinds, preview } = answer.subscription;
  const { vapidKey } = site;
  const subscription = await worker.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: vapidKey,
  });
  await fetch('/api/push', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...subscription.toJSON(), kinds, preview, vapidKey }),
  });
}

async function ask<Data>(path: string): Promise<Data | undefined> {
  const response = await fetch(path);
  return response.ok ? ((await response.json()) as { data: Data }).data : undefined;
}
