import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A service worker that deletes everything that the app has kept in this browser, and then itself. */
const removal = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(remove()));
async function remove() {
  for (const name of await caches.keys()) await caches.delete(name);
  const databases = (await indexedDB.databases?.()) ?? [{ name: 'roost-offline' }];
  for (const { name } of databases) indexedDB.deleteDatabase(name);
  await self.registration.unregister();
}
`;

/** Replaces the service worker by one that removes it. Browsers fetch it with the next page, also past a broken worker. */
export function sendRemoval(app: FastifyInstance, name: string): void {
  app.get(`/${name}`, async (_request, reply) =>
    reply.header('Cache-Control', 'no-cache').type('text/javascript; charset=utf-8').send(removal),
  );
}

/** The service worker receives what a phone shares. Without one, the browser sends it here. */
export const isLostShare = ({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): boolean =>
  method === 'POST' && url === '/share';

/** Opens the app, which asks the person to share it again. This reads nothing, so any origin may call it. */
export function receiveLostShares(app: FastifyInstance): void {
  const reopen = async (_request: FastifyRequest, reply: FastifyReply) =>
    reply.header('Cache-Control', 'no-store').redirect('/home?shared', 303);
  // Before the body, which is not read.
  app.post('/share', { onRequest: reopen }, reopen);
}
