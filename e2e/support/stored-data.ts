import { expect, type Page } from '@playwright/test';

export interface StoredData {
  /** All texts of all databases, as one. */
  databases: string;
  /** The paths and texts of all caches, as one. */
  caches: string;
  /** The number of rows with answers or shared content. */
  rows: number;
}

/** Reads everything that the page can find in IndexedDB and in Cache Storage. */
export async function storedData(page: Page): Promise<StoredData> {
  return page.evaluate(async () => {
    const promised = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error));
      });
    const texts: string[] = [];
    let rows = 0;
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await promised(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const all: unknown[] = await promised(
          database.transaction(store).objectStore(store).getAll(),
        );
        if (name === 'roost-offline') rows += all.length;
        texts.push(JSON.stringify(all).replaceAll('\\"', '"'));
      }
      database.close();
    }
    const cached: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        cached.push(request.url, (await (await cache.match(request))?.text()) ?? '');
    }
    return { databases: texts.join('\n'), caches: cached.join('\n'), rows };
  });
}

/** Waits until the service worker controls the page and has kept the files that the page loaded. */
export async function waitForWorker(page: Page): Promise<void> {
  const missing = async () =>
    page.evaluate(async () => {
      if (!navigator.serviceWorker.controller) return ['the service worker'];
      const files = performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => name.startsWith(`${location.origin}/assets/`));
      const kept = await Promise.all(
        ['/app-shell', ...files].map(async (name) => ((await caches.match(name)) ? [] : [name])),
      );
      return kept.flat();
    });
  await expect.poll(missing).toEqual([]);
}
