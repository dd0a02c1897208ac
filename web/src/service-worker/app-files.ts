import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';

/** More than two versions of the whole app. The plugin removes the files that were unused for the longest time. */
const MAX_FILES = 500;

/** A name under /assets/ contains a hash of its content, so a cached file is never outdated. */
const files = new CacheFirst({
  cacheName: 'roost-files',
  plugins: [new ExpirationPlugin({ maxEntries: MAX_FILES, purgeOnQuotaError: true })],
});

registerRoute(({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/'), files);

/** Fetches those files that are not cached yet. */
export async function cacheFiles(event: ExtendableEvent, urls: readonly string[]): Promise<void> {
  await Promise.all(
    urls.map(async (url) => {
      const [answer, done] = files.handleAll({ event, request: new Request(url) });
      await answer;
      await done;
    }),
  );
}
