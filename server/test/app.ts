import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import { startApp, type App, type AppOptions } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { createTestDatabase } from './database.ts';
import { Visitor } from './visitor.ts';

export interface TestApp extends App {
  dataFolder: string;
  /** Every statement sent to the database since it was last emptied. */
  statements: string[];
  /** Somebody with a browser of their own, not signed in. */
  visitor(): Visitor;
}

/** The real application on a database of its own; limits are off unless a test turns them on. */
export async function startTestApp(
  env: Record<string, string> = {},
  options: AppOptions = {},
): Promise<TestApp> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'roost-test-'));
  // Several nodes share one.
  const url = env.DATABASE_URL ?? (await createTestDatabase());
  const config = readConfig({
    HOST: '127.0.0.1',
    ROOST_DATA: dataFolder,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'fatal',
    // Whether the machine has one must not change what tests see.
    FFMPEG: 'off',
    ...env,
  });
  const statements: string[] = [];
  const app = await startApp(
    { ...config, port: 0 },
    { url, adminUrl: url },
    {
      onStatement: (text) => {
        // What runs every minute is nobody's request.
        if (!text.includes('/* by the clock */')) statements.push(text);
      },
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
    visitor: () => new Visitor(app.address),
    async close() {
      await app.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** The same for all tests of a file, which awaits it beside its imports. */
export async function startAppForFile(
  env: Record<string, string> = {},
  options: AppOptions = {},
): Promise<TestApp> {
  const app = await startTestApp(env, options);
  afterAll(() => app.close());
  return app;
}

/** The same for one test only, for what would disturb the others. */
export async function startAppForTest(
  env: Record<string, string> = {},
  options: AppOptions = {},
): Promise<TestApp> {
  const app = await startTestApp(env, options);
  onTestFinished(() => app.close());
  return app;
}
