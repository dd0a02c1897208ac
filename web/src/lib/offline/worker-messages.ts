/** The messages of a page to the service worker. The worker answers the first one over the port that comes with it. */
export type WorkerMessage =
  | { type: 'ASK_BUILD' }
  /** The page is already of the waiting version. */
  | { type: 'SKIP_WAITING' }
  | { type: 'REFRESH_SHELL'; lang: string }
  /** Workbox handles this one: it keeps files that the page loaded before the worker was there. */
  | { type: 'CACHE_URLS'; payload: { urlsToCache: string[] } };

/** The messages of the service worker to a page. The page answers over the port that comes with it. */
export interface PageMessage {
  /** Somebody pressed a notification. The page goes there without a reload. */
  type: 'OPEN';
  path: string;
}
