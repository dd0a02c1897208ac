import type { DBSchema } from 'idb';
import { browserDatabase } from './browser-database.ts';
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

interface UploadsSchema extends DBSchema {
  files: { key: string; value: PendingUpload };
}

const uploadsDatabase = browserDatabase<UploadsSchema>('roost-files', (database) => {
  database.createObjectStore('files', { keyPath: 'id' });
});
/** The sweep deletes files that have waited longer for their upload. */
const MAX_AGE_MS = 2 * 24 * 60 * 60 * 1000;

// An expired session keeps the files, like the drafts, for the same person.
onLogout((reason) => {
  if (reason === 'signedOut') void erasePendingUploads();
});

/** Deletes the files of everybody. */
export async function erasePendingUploads(): Promise<void> {
  try {
    await (await uploadsDatabase.openKnown())?.clear('files');
  } catch {
    // Without a database, there is nothing to delete.
  }
}

/** Stores a file over a reload. Resolves to false if the browser refuses. */
export async function storePendingUpload(upload: Omit<PendingUpload, 'keptAt'>): Promise<boolean> {
  try {
    // A full disk can still abort the transaction, for which this waits.
    await (await uploadsDatabase.open()).put('files', { ...upload, keptAt: wallClock() });
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
    const found = await (await uploadsDatabase.open()).get('files', id);
    return found?.ownerId === ownerId ? found : undefined;
  } catch {
    return undefined;
  }
}

export async function deletePendingUpload(id: string): Promise<void> {
  try {
    await (await uploadsDatabase.open()).delete('files', id);
  } catch {
    // Without a database, there is nothing to delete.
  }
}

/** Deletes the files of other people in this browser, and files that are too old. A visitor may be their owner. */
export async function sweepPendingUploads(ownerId: string | undefined): Promise<void> {
  try {
    const all = (await (await uploadsDatabase.openKnown())?.getAll('files')) ?? [];
    const since = wallClock() - MAX_AGE_MS;
    for (const upload of all)
      if (upload.ownerId !== (ownerId ?? upload.ownerId) || upload.keptAt < since)
        await deletePendingUpload(upload.id);
  } catch {
    // Without a database, there is nothing to delete.
  }
}
