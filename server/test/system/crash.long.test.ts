import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as auth from '@roost/contract/auth';
import * as posts from '@roost/contract/posts';
import { openDatabase } from '../../src/platform/database/client.ts';
import { findRunning } from '../../src/platform/database/embedded/embedded-running.ts';
import { postmasterOf } from '../../src/platform/database/embedded/embedded-leftovers.ts';
import { startEmbedded } from '../../src/platform/database/embedded/embedded.ts';
import type { Context } from '../../src/kernel/context.ts';
import { PASSWORD } from '../support/cast.ts';
import { findDrift } from '../support/recount.ts';
import { SpawnedApp } from '../support/spawned-app.ts';
import { Refusal, TestClient } from '../support/test-client.ts';

/**
 * Kills the application and the database during two hundred creates. Afterwards each acknowledged row exists once, and every
 * counter equals a recount.
 */
const CREATES = 200;
let folder: string;
let port: number;
let app: SpawnedApp;
let alice: TestClient;
let parentId: string;

beforeAll(async () => {
  folder = await mkdtemp(joinPath(tmpdir(), 'roost-crash-'));
  port = await freePort();
  app = await SpawnedApp.start(folder, port);
  alice = new TestClient(app.address);
  await alice.call(auth.register, {
    body: { username: 'alice', email: 'alice@example.org', fullName: 'Alice', password: PASSWORD },
  });
  await alice.call(auth.login, { body: { email: 'alice', password: PASSWORD } });
  parentId = await create('the parent of half of them');
}, 90_000);

afterAll(async () => {
  await app.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
}, 60_000);

describe.each([
  {
    what: 'the application',
    strike: () => app.end('SIGKILL'),
    mend: async () => (app = await SpawnedApp.start(folder, port)),
  },
  { what: 'the database', strike: killDatabase, mend: () => app.ready() },
])('kill -9 of $what', ({ what, strike, mend }) => {
  test('every acknowledged create exists exactly once', async () => {
    const acknowledged: string[] = [];
    const refused: unknown[] = [];
    const creating = Array.from({ length: CREATES }, async (_, n) => {
      const text = `${what} ${n}`;
      await create(text, n % 2 ? parentId : undefined).then(
        () => acknowledged.push(text),
        (error: unknown) => refused.push(error),
      );
    });
    // At the kill, some creates are finished, some are open and most have not begun.
    await eventually(async () => expect(acknowledged.length).toBeGreaterThan(20));
    await strike();
    await Promise.all(creating);
    await mend();

    expect(refused.length).toBeGreaterThan(0);
    // Without the database, the application answers 503 and keeps running.
    for (const error of refused)
      if (error instanceof Refusal)
        expect([error.status, error.body.code]).toEqual([503, 'unavailable']);
    await eventually(async () => expect(await create(`${what} again`)).toBeTypeOf('string'));
    const stored = await readStored(what);
    for (const text of acknowledged)
      expect(
        stored.filter((content) => content === text),
        text,
      ).toHaveLength(1);
    expect(new Set(stored).size).toBe(stored.length);
    // The job queue has also reconnected.
    const mails = await countMails();
    await alice.call(auth.forgetPassword, { body: { email: 'alice@example.org' } });
    await eventually(async () => expect(await countMails()).toBe(mails + 1));
  }, 90_000);
});

test('counters equal a recount on the same folder', async () => {
  expect(await app.end('SIGTERM')).toBe(0);
  const database = await startEmbedded({ folder });
  const db = openDatabase({ url: database.url, preparedStatements: true, onError: () => {} });
  const drift = await findDrift({ db } as Context);
  await db.destroy();
  await database.stop();
  expect(drift).toEqual([]);
}, 60_000);

async function create(content: string, parentPost?: string): Promise<string> {
  const { data } = await alice.call(posts.createPost, { body: { content, parentPost } });
  return data._id;
}

/** Reads the stored posts and comments of the test. */
async function readStored(what: string): Promise<string[]> {
  const database = await connect();
  const rows = await database
    .selectFrom('posts')
    .select('content')
    .where('content', 'like', `${what} %`)
    .execute();
  await database.destroy();
  return rows.map((row) => row.content);
}

async function connect() {
  const url = findRunning(folder);
  if (!url) throw new Error('the database does not run');
  return openDatabase({ url, preparedStatements: false, size: 2, onError: () => {} });
}

async function killDatabase(): Promise<void> {
  process.kill(postmasterOf(joinPath(folder, 'db', 'cluster')) as number, 'SIGKILL');
}

async function countMails(): Promise<number> {
  return (await readdir(joinPath(folder, 'mail')).catch(() => [])).length;
}

async function eventually(assertion: () => Promise<unknown>): Promise<void> {
  for (const deadline = Date.now() + 10_000; ; await wait(5)) {
    try {
      await assertion();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
