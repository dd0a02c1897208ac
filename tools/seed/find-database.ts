import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Config } from '../../server/src/kernel/config.ts';
import { holdLock, prepareDataFolder } from '../../server/src/config/data-folder.ts';
import { walArchiveOf } from '../../server/src/platform/backup/wal-archive.ts';
import { openDatabase } from '../../server/src/platform/database/client.ts';
import { locateData } from '../../server/src/platform/database/embedded/data-location.ts';
import { findRunning } from '../../server/src/platform/database/embedded/embedded-running.ts';
import { startEmbedded } from '../../server/src/platform/database/embedded/embedded.ts';
import { exec } from '../../server/src/platform/database/query.ts';
import { StartError } from '../../server/src/config/start-error.ts';

export interface FoundDatabase {
  url: string;
  /** For migrations. */
  adminUrl: string;
  /** Stops the database if this program started it. */
  close(): Promise<void>;
}

/** How long to wait for a Roost that is starting. */
const START_TIMEOUT_MS = 60_000;

/** Returns the database of this configuration, and starts it if the app does not run. */
export async function findDatabase(
  config: Config,
  log: (line: string) => void = console.log,
): Promise<FoundDatabase> {
  if (config.databaseUrl) {
    const adminUrl = config.databaseAdminUrl ?? config.databaseUrl;
    return { url: config.databaseUrl, adminUrl, close: async () => {} };
  }
  prepareDataFolder(config.dataFolder);
  const release = holdLock(join(locateData(config.dataFolder).home, 'lock'));
  if (!release) {
    const url = await urlOfRunning(config.dataFolder);
    return { url, adminUrl: url, close: async () => {} };
  }
  release();
  const embedded = await startEmbedded({
    folder: config.dataFolder,
    walArchive: walArchiveOf(config, process.env),
    log,
  });
  return { url: embedded.url, adminUrl: embedded.url, close: () => embedded.stop() };
}

/** The database of a Roost that holds the folder and may still be starting. */
async function urlOfRunning(folder: string): Promise<string> {
  for (const end = Date.now() + START_TIMEOUT_MS; Date.now() < end; await sleep(250)) {
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
    await exec(db.reads, sql`select 1`);
    return true;
  } catch {
    // The database is not ready, or on the first start has no role yet.
    return false;
  } finally {
    await db.destroy();
  }
}
