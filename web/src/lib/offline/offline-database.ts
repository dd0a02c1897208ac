import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** The only place of this browser with answers of the API. `stored-answers.ts` and `shared-content.ts` use it. */
interface OfflineSchema extends DBSchema {
  answers: { key: string; value: StoredAnswer; indexes: { at: number } };
  shared: { key: string; value: SharedContent };
}

export interface StoredAnswer {
  /** The person's id, a space, and the hash of the query key. */
  id: string;
  json: string;
  /** When the server gave the answer, in ms since 1970. */
  at: number;
}

export interface SharedContent {
  parts: string[];
  files: File[];
  at: number;
}

const NAME = 'roost-offline';

let opening: Promise<IDBPDatabase<OfflineSchema>> | undefined;

/** Rejects if the browser refuses storage. */
export function offlineDatabase(): Promise<IDBPDatabase<OfflineSchema>> {
  const forget = () => (opening = undefined);
  opening ??= openDB<OfflineSchema>(NAME, 1, {
    upgrade(database) {
      database.createObjectStore('answers', { keyPath: 'id' }).createIndex('at', 'at');
      database.createObjectStore('shared');
    },
    // Another version of the app, or the removal of the service worker, needs the database.
    blocking(_current, _next, event) {
      (event.target as IDBDatabase).close();
      forget();
    },
    terminated: forget,
  });
  opening.catch(forget);
  return opening;
}

/** The database, if something was stored in it. A browser without a service worker gets none. */
export async function knownDatabase(): Promise<IDBPDatabase<OfflineSchema> | undefined> {
  const all = await indexedDB.databases?.();
  return !all || all.some(({ name }) => name === NAME) ? offlineDatabase() : undefined;
}
