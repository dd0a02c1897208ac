import { onLogout } from './logout.ts';
import { wallClock } from './wall-clock.ts';

/** A file that waits for its upload. */
export interface PendingUpload {
  id: string;
  /** The person who chose it. Nobody else gets it. */
  ownerId: string;
  file: File;
  /** The fields that the upload needs to continue. */
  details: Record<string, string>;
  /** When it was stored. Databases in browsers have this name. */
  keptAt: number;
}

const DATABASE = 'roost-files';
const STORE = 'files';
/** The sweep deletes files that have waited longer for their upload. */
const MAX_AGE_MS = 2 * 24 * 60 * 60 * 1000;

let opening: Promise<IDBDatabase> | undefined;

// An expired session keeps the files, like the drafts, for the same person.
onLogout((reason) => {
  if (reason === 'signedOut') void erasePendingUploads();
});

/** Deletes the files of everybody. */
export async function erasePendingUploads(): Promise<void> {
  try {
    if (await isKnown()) await run('readwrite', (files) => files.clear());
  } catch {
    // Without a database, there is nothing to delete.
  }
}

/** Whether something was stored. The other browsers get no database. */
async function isKnown(): Promise<boolean> {
  const all = await indexedDB.databases?.();
  return !all || all.some(({ name }) => name === DATABASE);
}

/** Stores a file over a reload. Resolves to false if the browser refuses. */
export async function storePendingUpload(upload: Omit<PendingUpload, 'keptAt'>): Promise<boolean> {
  try {
    await run('readwrite', (files) => files.put({ ...upload, keptAt: wallClock() }));
    return true;
  } catch {
    return false;
  }
}

/** The file, if this person chose it. */
export async function findPendingUpload(
  id: string,
  ownerId: string,
): Promise<PendingUpload | undefined> {
  try {
    const found = (await run('readonly', (files) => files.get(id))) as PendingUpload | undefined;
    return found?.ownerId === ownerId ? found : undefined;
  } catch {
    return undefined;
  }
}

export async function deletePendingUpload(id: string): Promise<void> {
  await run('readwrite', (files) => files.delete(id)).catch(() => {});
}

/** Deletes the files of other people in this browser, and files that are too old. A visitor may be their owner. */
export async function sweepPendingUploads(ownerId: string | undefined): Promise<void> {
  try {
    if (!(await isKnown())) return;
    const all = (await run('readonly', (files) => files.getAll())) as PendingUpload[];
    const since = wallClock() - MAX_AGE_MS;
    for (const upload of all)
      if (upload.ownerId !== (ownerId ?? upload.ownerId) || upload.keptAt < since)
        await deletePendingUpload(upload.id);
  } catch {
    // Without a database, there is nothing to delete.
  }
}

async function run(
  mode: IDBTransactionMode,
  work: (files: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  opening ??= open();
  opening.catch(() => (opening = undefined));
  const transaction = (await opening).transaction(STORE, mode);
  const request = work(transaction.objectStore(STORE));
  // A full disk can still abort the transaction after the request has succeeded.
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve(request.result));
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('aborted')));
  });
}

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.addEventListener('upgradeneeded', () =>
    request.result.createObjectStore(STORE, { keyPath: 'id' }),
  );
  const database = (await settled(request)) as IDBDatabase;
  // A later version of the app in another tab can change the database.
  database.addEventListener('versionchange', () => {
    database.close();
    opening = undefined;
  });
  return database;
}

function settled(request: IDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error!));
  });
}
