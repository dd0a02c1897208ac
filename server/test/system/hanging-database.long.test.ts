import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as reactions from '@roost/contract/reactions';
import * as posts from '@roost/contract/posts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { postmasterOf } from '../../src/platform/database/embedded/embedded-leftovers.ts';
import { locateData } from '../../src/platform/database/embedded/data-location.ts';
import { startEmbedded } from '../../src/platform/database/embedded/embedded.ts';
import { addJob } from '../../src/platform/jobs/add-job.ts';
import type { App } from '../../src/app.ts';
import { sweepJob } from '../../src/jobs.ts';
import { startAppForTest, startTestApp, withJobs } from '../support/app.ts';
import { crowdOf, type Member } from '../support/cast.ts';
import { emitMessage, open } from '../support/chat.ts';
import { expectFailure } from '../support/failure.ts';
import { laySilentLine } from '../support/silent-line.ts';
import { stopTree } from '../support/stopped-processes.ts';
import { connectAs } from '../support/wire.ts';

const folder = await mkdtemp(join(tmpdir(), 'roost-hanging-'));
const database = await startEmbedded({ folder, durable: false });
const app = await startTestApp({ ...withJobs, DATABASE_URL: database.url });
const [first, second] = (await crowdOf(app, 2)) as [Member, Member];
afterAll(async () => {
  await app.close();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Milliseconds for a refusal once the server knows that the database hangs. Twice the allowed time. */
const REFUSAL_TIMEOUT_MS = 2_000;

const stopDatabase = () => stopTree(postmasterOf(locateData(folder).cluster) ?? 0);

const statusOf = async (path: string) => (await fetch(new URL(path, app.address))).status;

/** Other jobs may stay: cron adds some every minute with one try, and that try fails while the database hangs. */
const sweepsLeft = async ({ ctx }: App) =>
  (
    await sql`select from graphile_worker.jobs where task_identifier = ${sweepJob.name}`.execute(
      ctx.db,
    )
  ).rows.length;

async function refused(member: Member, path: string): Promise<number> {
  const began = performance.now();
  const answer = await member.client.fetch(path);
  await expectFailure(answer, 'unavailable');
  expect(answer.headers.get('retry-after')).toBe('2');
  return performance.now() - began;
}

test('a hanging database gives 503 at once, and the server uses it again later', async () => {
  const { _id: postId } = await first.post('before');
  const { _id: conversationId } = await open(second, first);
  const socket = await connectAs(second.client);
  const isOpen = Promise.withResolvers<void>();
  const goOnInside = Promise.withResolvers<void>();
  const transaction = app.ctx.db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx);
    isOpen.resolve();
    await goOnInside.promise;
    await sql`select 2`.execute(tx);
  });
  const ended = expect(transaction).rejects.toThrow();
  await isOpen.promise;

  const goOn = stopDatabase();
  // On open connections, on new ones, and in the queue for one.
  await Promise.all(
    Array.from({ length: 60 }, async (_, n) =>
      refused(n % 2 ? first : second, `/api/posts/${postId}`),
    ),
  );
  goOnInside.resolve();
  await ended;
  for (const path of [`/api/posts/${postId}`, '/api/notifications', '/api/posts/user-likes'])
    expect(await refused(second, path)).toBeLessThan(REFUSAL_TIMEOUT_MS);
  const began = performance.now();
  const acknowledged = await emitMessage(socket, first, conversationId, 'x');
  expect(acknowledged).toMatchObject({ ok: false, code: 'unavailable' });
  expect(performance.now() - began).toBeLessThan(REFUSAL_TIMEOUT_MS);
  expect([await statusOf('/live'), await statusOf('/ready')]).toEqual([200, 503]);

  goOn();
  await expect.poll(async () => statusOf('/ready'), { timeout: 4_000 }).toBe(200);
  expect((await second.call(posts.getPost, { params: { postId } })).data._id).toBe(postId);
  await second.call(reactions.toggleLike, { params: { postId } });
  await addJob(app.ctx, sweepJob, {});
  await expect.poll(async () => sweepsLeft(app), { timeout: 20_000 }).toBe(0);
}, 60_000);

test('the server drops connections that the network lost, and opens new ones', async () => {
  const url = new URL(database.url);
  const line = await laySilentLine({ host: '127.0.0.1', port: Number(url.port) });
  url.search = '';
  url.host = `127.0.0.1:${line.port}`;
  const behind = await startAppForTest({ ...withJobs, DATABASE_URL: url.href });
  const ask = async () => (await fetch(new URL('/ready', behind.address))).status;
  const look = async () => sql`select 1`.execute(behind.ctx.db);
  await Promise.all(
    Array.from({ length: 12 }, async () => behind.ctx.db.transaction().execute(look)),
  );

  line.silenceOpen();
  await expect(look()).rejects.toMatchObject({ name: 'DatabaseHangs' });
  await expect.poll(async () => ask(), { timeout: 15_000 }).toBe(200);

  line.silenceAll();
  await expect(look()).rejects.toMatchObject({ name: 'DatabaseHangs' });
  // The server has detected it.
  await expect(look()).rejects.toMatchObject({ name: 'DatabaseHangs' });
  expect(await ask()).toBe(503);
  line.mend();
  await expect.poll(async () => ask(), { timeout: 5_000 }).toBe(200);
}, 60_000);

/** A proxy to the database, with the URL that goes through it. */
async function lineToDatabase() {
  const url = new URL(database.url);
  const line = await laySilentLine({ host: '127.0.0.1', port: Number(url.port) });
  url.search = '';
  url.host = `127.0.0.1:${line.port}`;
  return { line, url };
}

test('while the connections of jobs hang, requests work, and jobs run again later', async () => {
  // A separate database, so no other app takes its jobs.
  const superuser = new pg.Client({ connectionString: database.superuserUrl });
  await superuser.connect();
  await superuser.query('create database of_jobs owner roost');
  await superuser.end();
  const { line, url } = await lineToDatabase();
  const own = new URL(database.url);
  for (const each of [url, own]) each.pathname = '/of_jobs';
  const worker = await startAppForTest({
    ...withJobs,
    DATABASE_URL: own.href,
    DATABASE_ADMIN_URL: url.href,
  });
  const left = async () => sweepsLeft(worker);
  await expect.poll(left, { timeout: 20_000 }).toBe(0);
  const [member] = (await crowdOf(worker, 1, 'worker')) as [Member];
  for (const hang of ['silenceAll', 'silenceOpen'] as const) {
    line[hang]();
    await member.post('while jobs hang');
    expect((await fetch(new URL('/ready', worker.address))).status).toBe(200);
    await addJob(worker.ctx, sweepJob, {});
    if (hang === 'silenceAll') expect(await left()).toBeGreaterThan(0);
    line.mend();
    await expect.poll(left, { timeout: 20_000 }).toBe(0);
  }
}, 90_000);
