import * as words from '#words/shell';
import type { WorkerMessage } from '../../lib/offline/worker-messages.ts';
import { ownBuild as own } from '../../lib/offline/has-service-worker.ts';
import { waitingToasts } from '../../ui/overlays/toasts.ts';

const WORKER = '/service-worker.js';
/** A page that becomes visible checks for a new version at most once in this time. */
const CHECK_EVERY_MS = 3_600_000;

/**
 * Resolves when the service worker of the app answers. The worker of `SERVICE_WORKER=off` never answers, so the page stores nothing
 * then.
 */
export async function waitForServiceWorker(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  if (active) await askBuild(active);
}

/** Registers the service worker, and offers to reload the page when another version of the app is there. */
export function watchVersions(): void {
  void navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' }).then(
    (registration?: ServiceWorkerRegistration) => {
      // Some browsers and extensions that block workers answer with nothing.
      if (!registration) return;
      watch(registration);
      void cacheLoadedFiles();
    },
    () => {
      // Without a service worker the app works, but not offline.
    },
  );
}

function watch(registration: ServiceWorkerRegistration): void {
  const check = () => registration.waiting && void compare(registration.waiting);
  check();
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', check),
  );
  // A page in another tab has activated the new worker.
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    const { controller } = navigator.serviceWorker;
    if (!controller) return;
    void compare(controller);
    // The page may have loaded further files before this worker saw its requests.
    cachePage(controller);
  });
  let checked = performance.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || performance.now() - checked < CHECK_EVERY_MS) return;
    checked = performance.now();
    registration.update().catch(() => {});
  });
}

const offered = new Set<string>();

/** A page that came from the server after the update is already of the new version. */
async function compare(other: ServiceWorker): Promise<void> {
  const build = await askBuild(other);
  if (build === own) {
    if (other.state === 'installed') say(other, { type: 'SKIP_WAITING' });
  } else if (!offered.has(build)) {
    offered.add(build);
    offerReload();
  }
}

/** The page never reloads by itself, because somebody may be writing. */
function offerReload(): void {
  waitingToasts.set([
    ...waitingToasts.get(),
    {
      type: 'info',
      message: words.newVersionIsReady,
      // It stays until it is closed.
      duration: 0,
      action: { kind: 'reload', run: () => location.reload() },
    },
  ]);
}

function askBuild(other: ServiceWorker): Promise<string> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(String(data)), { once: true });
    port1.start();
    say(other, { type: 'ASK_BUILD' }, [port2]);
  });
}

/** Lets the service worker cache the files that loaded so far. It does not see those that were on their way when it took over. */
export async function cacheLoadedFiles(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  if (active) cachePage(active);
}

/** Files that loaded before the service worker was there, and a document that may have changed. */
function cachePage(active: ServiceWorker): void {
  const urlsToCache = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${location.origin}/assets/`));
  say(active, { type: 'CACHE_URLS', payload: { urlsToCache } });
  say(active, { type: 'REFRESH_SHELL', lang: document.documentElement.lang });
}

function say(to: ServiceWorker, message: WorkerMessage, ports: MessagePort[] = []): void {
  to.postMessage(message, ports);
}
