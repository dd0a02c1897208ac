import { NavigationRoute, registerRoute } from 'workbox-routing';
import type { WorkerMessage } from '../lib/offline/worker-messages.ts';
import { wallClock } from '../lib/wall-clock.ts';
import { serverPages } from '../paths.ts';
import { cacheFiles } from './app-files.ts';
import { BUILD, worker } from './worker-scope.ts';

const SHELL = '/app-shell';
const PREFIX = 'roost-shell-';
const cacheName = PREFIX + BUILD;
/** After this time without an answer, the cached document opens. */
const SERVER_TIMEOUT_MS = 3_000;
/** After this time, the page may ask for the document again, because the operator can change the site. */
const FRESH_MS = 3_600_000;

worker.addEventListener('install', (event) => event.waitUntil(cacheShell(event)));
worker.addEventListener('activate', (event) => event.waitUntil(start()));
worker.addEventListener('message', (event) => {
  const message = event.data as WorkerMessage;
  if (message.type === 'REFRESH_SHELL') event.waitUntil(refreshShell(event, message.lang));
});

/** Fetches the document and the files that it needs. It fails if another version of the app is there, and the browser tries again later. */
async function cacheShell(event: ExtendableEvent): Promise<void> {
  const response = await fetch(SHELL, { cache: 'no-store' });
  const html = await response.clone().text();
  const files = /id="app-shell">(.*?)<\/script>/.exec(html)?.[1];
  if (!response.ok || !files || !html.includes(`name="build" content="${BUILD}"`))
    throw new Error('The server has another version of the app.');
  await cacheFiles(event, JSON.parse(files) as string[]);
  await (await caches.open(cacheName)).put(SHELL, response);
}

/** Fetches the document again if it is old, or if the page is in another language. */
async function refreshShell(event: ExtendableEvent, lang: string): Promise<void> {
  const known = await findShell();
  const age = wallClock() - Date.parse(known?.headers.get('date') ?? '');
  if (known && age < FRESH_MS && (await known.text()).includes(`<html lang="${lang}"`)) return;
  // Without a network, or between two versions, the old document stays.
  await cacheShell(event).catch(() => {});
}

async function start(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
  // The browser requests a page while this worker starts.
  await worker.registration.navigationPreload?.enable();
}

const findShell = () => caches.match(SHELL, { cacheName, ignoreVary: true });

/** Returns the server's document, which contains the person and is never cached. Without a server, returns the cached document. */
async function openPage({ event, request }: { event: ExtendableEvent; request: Request }) {
  const asked = askServer(event as FetchEvent, request);
  const shell = await findShell();
  if (!shell) return asked;
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, SERVER_TIMEOUT_MS));
  const answer = await Promise.race([asked, late]).catch(() => undefined);
  return answer && !isOutage(answer) ? answer : shell;
}

async function askServer(event: FetchEvent, request: Request): Promise<Response> {
  const preloaded = (await event.preloadResponse) as Response | undefined;
  return preloaded ?? fetch(request);
}

/** A proxy answers for a server that has stopped. */
const isOutage = ({ status }: Response) => status >= 502 && status <= 504;

/** Paths that are no pages of the app: files, the API, and pages that the server makes. */
const denylist = [
  /^\/(?:api|socket\.io)(?:\/|$)/,
  /^[^?]*\./,
  ...Object.values(serverPages).map((page) => new RegExp(`^/${page.split('/')[1]}(/|$)`)),
];
registerRoute(new NavigationRoute(openPage, { denylist }));
