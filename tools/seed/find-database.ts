import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../server/src/config.ts';
import { holdLock, prepareDataFolder } from '../../server/src/data-folder.ts';
import { canReach, openDatabase } from '../../server/src/db/client.ts';
import { placeDatabase } from '../../server/src/db/embedded-place.ts';
import { findRunning } from '../../server/src/db/embedded-running.ts';
import { startEmbedded } from '../../server/src/db/embedded.ts';
import { StartError } from '../../server/src/start-error.ts';

export interface FoundDatabase {
  url: string;
  /** For migrations. */
  adminUrl: string;
  /** Stops what was started for this; a database that already ran goes on. */
  close(): Promise<void>;
}

/** How long a Roost that is just starting, perhaps for the first time, is waited for. */
const PATIENCE = 60_000;

/** The database the app uses with this configuration, whether the app is running or not. */
export async function findDatabase(config: Config): Promise<FoundDatabase> {
  if (config.databaseUrl) {
    const adminUrl = config.databaseAdminUrl ?? config.databaseUrl;
    return { url: config.databaseUrl, adminUrl, close: async () => {} };
  }
  prepareDataFolder(config.dataFolder);
  const release = holdLock(join(placeDatabase(config.dataFolder).home, 'lock'));
  if (!release) {
    const url = await urlOfRunning(config.dataFolder);
    return { url, adminUrl: url, close: async () => {} };
  }
  release();
  const embedded = await startEmbedded({
    folder: config.dataFolder,
    log: (line) => console.log(line),
  });
  return { url: embedded.url, adminUrl: embedded.url, close: () => embedded.stop() };
}

/** Of a Roost that holds the folder, and may still be starting. */
async function urlOfRunning(folder: string): Promise<string> {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await sleep(250)) {
    const url = findRunning(folder);
    if (url && (await answers(url))) return url;
  }
  throw new StartError(
    `The Roost that uses ${folder} has no database that answers; stop it and try again.`,
  );
}

async function answers(url: string): Promise<boolean> {
  const db = openDatabase({ url, preparedStatements: false, size: 1, onError: () => {} });
  try {
    await canReach(db);
    return true;
  } catch {
    // Not ready yet, or, on the very first start, still without its role and database.
    return false;
  } finally {
    await db.destroy();
  }
}
