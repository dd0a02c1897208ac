import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { v7 as newId } from 'uuid';
import { expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { startTestApp } from '../../test/app.ts';
import { startApp, type App } from '../app.ts';
import { readConfig } from '../config.ts';
import { addJob } from './jobs.ts';

test('what a killed run was at work on is done by the next', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'roost-jobs-'));
  const url = await createTestDatabase();
  const start = async (): Promise<App> => {
    const env = { HOST: '127.0.0.1', ROOST_DATA: dataFolder, LOG_LEVEL: 'fatal', FFMPEG: 'off' };
    return startApp({ ...readConfig(env), port: 0 }, { url, adminUrl: url });
  };
  const before = await start();
  const id = newId();
  const draft = join(dataFolder, 'draft');
  await writeFile(draft, 'x');
  await before.ctx.media.storage.put(id, { name: 'a.webp', type: '', bytes: 1 }, draft);
  await before.close();

  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `select graphile_worker.add_job('deleteMediaFiles', $1::json, queue_name => 'held')`,
    [JSON.stringify({ ids: [id] })],
  );
  for (const table of ['jobs', 'job_queues'])
    await client.query(
      `update graphile_worker._private_${table} set locked_at = now(), locked_by = 'worker-killed'`,
    );
  await client.end();

  const after = await start();
  await expect
    .poll(async () => after.ctx.media.storage.exists(id, 'a.webp'), { timeout: 10_000 })
    .toBe(false);
  await after.close();
  await rm(dataFolder, { recursive: true });
});

test('a job whose end could not be written down takes nothing with it', async () => {
  const app = await startTestApp();
  const done: string[] = [];
  let isAway = false;
  const remove = vi.spyOn(app.ctx.media.storage, 'delete').mockImplementation(async (id) => {
    done.push(id);
    if (done.length > 1) return;
    isAway = true;
    const away = vi.spyOn(pg.Pool.prototype, 'connect').mockImplementation((heard?: unknown) => {
      const error = new Error('timeout exceeded when trying to connect');
      if (typeof heard === 'function') return heard(error) as never;
      return Promise.reject(error) as never;
    });
    setTimeout(() => {
      away.mockRestore();
      isAway = false;
    }, 1_000);
  });
  const [first, second] = [newId(), newId()];
  await addJob(app.ctx, 'deleteMediaFiles', { ids: [first] });
  await expect.poll(() => done, { timeout: 20_000 }).toContain(first);
  await expect.poll(() => isAway, { timeout: 5_000 }).toBe(false);
  await addJob(app.ctx, 'deleteMediaFiles', { ids: [second] });
  await expect.poll(() => done, { timeout: 30_000 }).toContain(second);
  remove.mockRestore();
  await app.close();
});

test('nor does one among others whose ends are just being written down', async () => {
  const app = await startTestApp();
  const [first, second, third] = [newId(), newId(), newId()];
  const done: string[] = [];
  const isFirstEnding = Promise.withResolvers<void>();
  const remove = vi.spyOn(app.ctx.media.storage, 'delete').mockImplementation(async (id) => {
    done.push(id);
    if (id === second) await isFirstEnding.promise;
  });
  let ends = 0;
  // oxlint-disable-next-line typescript/unbound-method -- called with its own object below
  const { query } = pg.Client.prototype;
  const asking = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function ask(
    this: pg.Client,
    ...args: unknown[]
  ) {
    const go = () => Reflect.apply(query, this, args) as never;
    const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text: string }).text;
    // The first end is written down after the second one failed, and before the run is over.
    if (text.startsWith('UNLISTEN')) return wait(500).then(go) as never;
    if (!/^delete from .*_private_jobs/.test(text) || ends === 2) return go();
    ends += 1;
    if (ends === 2) return Promise.reject(new Error('Connection terminated unexpectedly')) as never;
    isFirstEnding.resolve();
    return wait(200).then(go) as never;
  });
  await addJob(app.ctx, 'deleteMediaFiles', { ids: [first] });
  await addJob(app.ctx, 'deleteMediaFiles', { ids: [second] });
  await expect.poll(() => ends, { timeout: 10_000 }).toBe(2);
  await addJob(app.ctx, 'deleteMediaFiles', { ids: [third] });
  await expect.poll(() => done, { timeout: 20_000 }).toContain(third);
  // What of it could not be written down is not held until somebody looks for runs that are long dead.
  await expect.poll(async () => (await leftToDo(app)).rows, { timeout: 10_000 }).toEqual([]);
  expect(done.filter((id) => id === second)).toHaveLength(2);
  remove.mockRestore();
  asking.mockRestore();
  await app.close();
});

const leftToDo = async ({ ctx }: App) =>
  sql`select id from graphile_worker.jobs where task_identifier = 'deleteMediaFiles'
    union all
    select id from graphile_worker._private_job_queues where locked_by is not null`.execute(ctx.db);
