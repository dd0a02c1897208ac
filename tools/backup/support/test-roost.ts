import { chmodSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startApp } from '../../../server/src/app.ts';
import { readConfig } from '../../../server/src/config/config.ts';
import type { Config } from '../../../server/src/kernel/config.ts';
import { walArchiveOf } from '../../../server/src/platform/backup/wal-archive.ts';
import { startEmbedded } from '../../../server/src/platform/database/embedded/embedded.ts';
import type { TestApp } from '../../../server/test/support/app.ts';
import { TestClient } from '../../../server/test/support/test-client.ts';

/** A folder that PostgreSQL's own user can reach and change, because root runs it as another user. */
export async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'roost-backup-'));
  chmodSync(folder, 0o777);
  return folder;
}

/** Lets PostgreSQL's own user read what root has written. */
export function letRead(folder: string): void {
  chmodSync(folder, 0o777);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), 0o777);
}

export function settingsFor(env: Record<string, string>): Config {
  return readConfig({
    HOST: '127.0.0.1',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'fatal',
    FFMPEG: 'off',
    FETCH_PAGES: 'off',
    ROOST_ROLES: 'web',
    ...env,
  });
}

export interface TestRoost {
  app: TestApp;
  /** One statement as the superuser. */
  ask(sql: string): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

/** Starts the app on the built-in database, as `npm start` does. */
export async function startRoost(env: Record<string, string>): Promise<TestRoost> {
  const config = settingsFor(env);
  const database = await startEmbedded({
    folder: config.dataFolder,
    durable: false,
    walArchive: walArchiveOf(config, env),
  });
  const app = await startApp(
    { ...config, port: 0 },
    { url: database.url, adminUrl: database.url },
  ).catch(async (error: unknown) => {
    await database.stop();
    throw error;
  });
  return {
    app: {
      ...app,
      dataFolder: config.dataFolder,
      statements: [],
      sharedReads: [],
      client: () => new TestClient(app.address),
    },
    async ask(sql) {
      const client = new pg.Client({ connectionString: database.superuserUrl });
      await client.connect();
      try {
        return (await client.query<Record<string, unknown>>(sql)).rows;
      } finally {
        await client.end();
      }
    },
    async stop() {
      await app.close();
      await database.stop();
    },
  };
}

export const removeFolder = async (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true });
