import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

interface BrowserDatabase<Schema extends DBSchema> {
  /** Rejects if the browser refuses storage. */
  open: () => Promise<IDBPDatabase<Schema>>;
  /** The database, if something was stored in it. The other browsers get none. */
  openKnown: () => Promise<IDBPDatabase<Schema> | undefined>;
}

/**
 * A database in IndexedDB. The first use opens it. If the browser or another version of the app has closed it, the next use opens
 * it again. `create` makes its stores.
 */
export function browserDatabase<Schema extends DBSchema>(
  name: string,
  create: (database: IDBPDatabase<Schema>) => void,
): BrowserDatabase<Schema> {
  let opening: Promise<IDBPDatabase<Schema>> | undefined;
  const forget = () => (opening = undefined);
  const open = async () => {
    opening ??= openDB<Schema>(name, 1, {
      upgrade: create,
      // Another version of the app, or the removal of the service worker, needs the database.
      blocking(_current, _next, event) {
        (event.target as IDBDatabase).close();
        forget();
      },
      terminated: forget,
    });
    opening.catch(forget);
    return opening;
  };
  return {
    open,
    async openKnown() {
      const all = await indexedDB.databases?.();
      return !all || all.some((known) => known.name === name) ? open() : undefined;
    },
  };
}
