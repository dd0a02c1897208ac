import { buildRequest, type CallInput } from '@roost/contract/client';
import type { AnyEndpoint, Answer } from '@roost/contract/endpoint';
import { getPush, subscribeToPush } from '@roost/contract/push';
import { getSite } from '@roost/contract/site';
import { worker } from './worker-scope.ts';

// The browser has replaced its subscription, and nobody may have a page open. TypeScript does not know the event.
worker.addEventListener('pushsubscriptionchange', (event) => {
  (event as ExtendableEvent).waitUntil(renew());
});

/** Tells the server the new subscription, with the same preferences. Without a session there is none. */
async function renew(): Promise<void> {
  const earlier = (await call(getPush, {}))?.data.subscription;
  const vapidKey = (await call(getSite, {}))?.data.vapidKey;
  if (!earlier || !vapidKey) return;
  const { kinds, preview } = earlier;
  const subscription = await worker.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: vapidKey,
  });
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  const body = { endpoint, keys: { p256dh, auth }, kinds, preview, vapidKey };
  await call(subscribeToPush, { body });
}

/** Calls an endpoint of the contract. Undefined if the server refuses. */
async function call<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<Answer<E> | undefined> {
  const { url, method, headers, body } = buildRequest(endpoint, input);
  const response = await fetch(url, { method, headers, body: body ?? null });
  return response.ok ? ((await response.json()) as Answer<E>) : undefined;
}
