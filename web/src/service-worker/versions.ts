import type { WorkerMessage } from '../lib/offline/worker-messages.ts';
import { BUILD, worker } from './worker-scope.ts';

// A page that opened before the first service worker is controlled by it from then on, and can keep its files.
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

// A new worker waits until no page of the old version is open, or until a page says that it is of the new version.
worker.addEventListener('message', ({ data, ports }) => {
  const { type } = data as WorkerMessage;
  if (type === 'ASK_BUILD') ports[0]?.postMessage(BUILD);
  if (type === 'SKIP_WAITING') void worker.skipWaiting();
});
