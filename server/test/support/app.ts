import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished } from 'vitest';
import { startApp, type App, type AppOptions } from '../../src/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { createTestDatabase } from './database.ts';
import { faultsOf } from './plain-reads.ts';
import { refusalsOf } from './refused-by-citus.ts';
import { differencesOf, senders } from './result-columns.ts';
import { recordPlaces } from './sql-places.ts';
import { TestClient } from './test-client.ts';

const GB = 1_073_741_824;

/** The longest wait for a slot. Otherwise a burst of a hundred requests would be refused on a slow machine. */
const MAX_WAIT_MS = 30_000;

export interface TestApp extends App {
  dataFolder: string;
  /** The statements sent to the database since a test last emptied this list. */
  statements: string[];
  /** The same for reads that may share a connection. */
  sharedReads: string[];
  /** A new signed-out browser. */
  client(): TestClient;
}

/** The settings of a node that also runs jobs. */
export const withJobs = { ROOST_ROLES: 'web,jobs' } as const;

/** Starts the real application on its own database. Rate limits are off and no jobs run, unless a test turns them on. */
export async function startTestApp(
  env: Record<string, string> = {},
  options: AppOptions = {},
): Promise<TestApp> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'roost-test-'));
  // Several nodes may share a database.
  const url = env.DATABASE_URL ?? (await createTestDatabase());
  const config = readConfig({
    HOST: '127.0.0.1',
    ROOST_DATA: dataFolder,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'fatal',
    // Test results must not depend on an ffmpeg of the machine.
    FFMPEG: 'off',
    // Tests send nothing to other machines.
    FETCH_PAGES: 'off',
    // Jobs take ten connections, which cost more than most tests.
    ROOST_ROLES: 'web',
    ...env,
  });
  const statements: string[] = [];
  const sharedReads: string[] = [];
  const everShared = new Set<string>();
  const wrongColumns = new Set<string>();
  const emptyBatches = new Set<string>();
  const everSent = new Set<string>();
  const app = await startApp(
    { ...config, port: 0 },
    { url, adminUrl: env.DATABASE_ADMIN_URL ?? url },
    {
      onStatement: (text, values, { isShared, isBackground }) => {
        if (asksForNothing(text, values)) emptyBatches.add(text);
        if (isShared) everShared.add(text);
        everSent.add(text);
        // These belong to no request.
        if (isBackground) return;
        statements.push(text);
        if (isShared) sharedReads.push(text);
      },
      onResult: (text, result) => {
        recordPlaces(senders.get(text) ?? []);
        for (const difference of differencesOf(text, result)) wrongColumns.add(difference);
      },
      // Test results must not depend on the free disk space.
      measureDisk: async () => ({ freeBytes: 100 * GB, totalBytes: 200 * GB }),
      maxWaitMs: MAX_WAIT_MS,
      ...options,
    },
  ).catch(async (error: unknown) => {
    await rm(dataFolder, { recursive: true });
    throw error;
  });
  return {
    ...app,
    dataFolder,
    statements,
    sharedReads,
    client: () => new TestClient(app.address),
    async close() {
      await app.close();
      await rm(dataFolder, { recursive: true, force: true });
      // A sharded database would ask every shard.
      expect([...emptyBatches], 'statements sent with an empty list of keys').toEqual([]);
      expect([...everSent].flatMap(refusalsOf), 'statements that a Citus refuses').toEqual([]);
      expect([...wrongColumns], 'result columns unlike the declared ones').toEqual([]);
      expect([...everShared].flatMap(faultsOf), 'reads that may not share a connection').toEqual(
        [],
      );
    },
  };
}

/** Tells whether a statement takes its keys from lists that are all empty. */
function asksForNothing(text: string, values: unknown[]): boolean {
  const lists = values.flatMap((value, index) =>
    Array.isArray(value) && new RegExp(`(?<!not \\S+ )= any\\(\\$${index + 1}\\b`).test(text)
      ? [value]
      : [],
  );
  return lists.length > 0 && lists.every((list) => list.length === 0);
}

/** Starts one application for all tests of a file. The file awaits it at the top level. */
export async function startAppForFile(
  env: Record<string, string> = {},
  options: AppOptions = {},
): Promise<TestApp> {
  const app = await startTestApp(env, options);
  afterAll(() => app.close());
  return app;
}

/** Starts an application for one test that would disturb the others. */
export async function startAppForTest(
  env: Record<string, string> = {},
  options: AppOptions = {},
): Promise<TestApp> {
  const app = await startTestApp(env, options);
  onTestFinished(() => app.close());
  return app;
}
