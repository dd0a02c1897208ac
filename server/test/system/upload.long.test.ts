import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as auth from '@roost/contract/auth';
import { findRunning } from '../../src/platform/database/embedded/embedded-running.ts';
import { PASSWORD } from '../support/cast.ts';
import { SpawnedApp } from '../support/spawned-app.ts';
import { videoOf } from '../support/videos.ts';
import { TestClient } from '../support/test-client.ts';

const MB = 1_048_576;
const PORT = 41_733;

let folder: string;
let app: SpawnedApp;

beforeAll(async () => {
  folder = await mkdtemp(joinPath(tmpdir(), 'roost-upload-'));
  app = await SpawnedApp.start(folder, PORT);
}, 120_000);
afterAll(async () => {
  await app.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

async function signedIn(): Promise<TestClient> {
  const client = new TestClient(app.address);
  const account = { username: 'alice', email: 'alice@example.org', password: PASSWORD };
  const { userId } = await client.call(auth.register, { body: { ...account, fullName: 'Alice' } });
  await client.call(auth.login, { body: { email: 'alice', password: PASSWORD } });
  const database = new pg.Client({ connectionString: String(findRunning(folder)) });
  await database.connect();
  await database.query(`update users set premium_until = now() + interval '1 day' where id = $1`, [
    userId,
  ]);
  await database.end();
  return client;
}

const inMB = (bytes: number) => `${Math.round(bytes / MB)} MB`;

/** The memory of a process in bytes, or 0 after its end. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1_024;
}

/** The ids of its child processes that read uploads. */
async function workersOf(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`);
  const lists = await Promise.all(
    tasks.map(async (task) =>
      readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => ''),
    ),
  );
  const children = lists.join(' ').split(' ').filter(Boolean).map(Number);
  const isWorker = await Promise.all(
    children.map(async (child) =>
      (await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')).includes('worker.ts'),
    ),
  );
  return children.filter((_, index) => isWorker[index]);
}

test('an upload of 200 MB needs little memory, and the download is identical', async () => {
  const client = await signedIn();
  const video = await videoOf('mp4', { frames: 100, frameBytes: Math.floor(1.98 * MB) });
  expect(video.bytes.length).toBeGreaterThan(195 * MB);
  const before = await memoryOf(app.pid);
  let [most, mostOfWorkers] = [0, 0];
  const watching = setInterval(() => {
    void (async () => {
      most = Math.max(most, await memoryOf(app.pid));
      for (const worker of await workersOf(app.pid))
        mostOfWorkers = Math.max(mostOfWorkers, await memoryOf(worker));
    })().catch(() => {});
  }, 50);
  const form = new FormData();
  form.append('file', new Blob([video.bytes]), 'clip.mp4');
  const response = await client.fetch('/api/media', { method: 'POST', body: form });
  const body = (await response.json()) as { data: { url: string } };
  expect(response.status, JSON.stringify(body)).toBe(201);
  const mostOfUpload = most;
  const { pathname, search } = new URL(body.data.url);
  const served = await client.fetch(pathname + search);
  expect(served.status).toBe(200);
  let bytes = 0;
  for await (const chunk of served.body ?? []) bytes += (chunk as Uint8Array).length;
  clearInterval(watching);
  console.log(
    `server ${inMB(before)}, up to ${inMB(mostOfUpload)} taking it and ${inMB(most)} giving it, worker ${inMB(mostOfWorkers)}`,
  );
  expect(bytes).toBeGreaterThan(195 * MB);
  // Garbage buffers need some memory. The whole file would need twice this limit.
  expect(most - before).toBeLessThan(100 * MB);
  // The server has 190 to 225 MB before the upload.
  expect(most).toBeLessThan(300 * MB);
  expect(mostOfWorkers).toBeGreaterThan(0);
  expect(mostOfWorkers).toBeLessThan(400 * MB);
});
