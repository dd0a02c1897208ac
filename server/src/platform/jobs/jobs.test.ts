import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { v7 as newId } from 'uuid';
import { expect, expectTypeOf, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '../../../test/support/database.ts';
import { startAppForTest, startTestApp, withJobs } from '../../../test/support/app.ts';
import { join, type Member } from '../../../test/support/cast.ts';
import {
  failJob,
  heldQueues,
  isDeletionOfJob,
  jobsOf,
  lockJobs,
} from '../../../test/support/vendor-graphile-worker.ts';
import { startApp, type App } from '../../app.ts';
import {
  refreshSubscriptionJob,
  endPremiumJob,
  handlePaymentEventJob,
  sendReceiptJob,
} from '../../billing/billing.jobs.ts';
import { readConfig } from '../../config/config.ts';
import type { Context, MemberContext } from '../../kernel/context.ts';
import { transaction } from '../database/transaction.ts';
import { addMedia } from '../../media/uploads/attach-media.ts';
import { jobs, sweepJob } from '../../jobs.ts';
import { deleteMediaFilesJob, finishVideoJob } from '../../media/media.jobs.ts';
import { addJob } from './add-job.ts';
import { deleteFailedJobs, retryJobs } from './job.queries.ts';
import type { BoundJob } from './job.ts';
import { startJobs } from './start-jobs.ts';

test('the next run does the jobs of a killed run', async () => {
  const dataFolder = await mkdtemp(joinPath(tmpdir(), 'roost-jobs-'));
  const url = await createTestDatabase();
  const start = async (): Promise<App> => {
    const env = { HOST: '127.0.0.1', ROOST_DATA: dataFolder, LOG_LEVEL: 'fatal', FFMPEG: 'off' };
    return startApp({ ...readConfig(env), port: 0 }, { url, adminUrl: url });
  };
  const before = await start();
  const id = newId();
  const draft = joinPath(dataFolder, 'draft');
  await writeFile(draft, 'x');
  await before.ctx.media.storage.put(id, { name: 'a.webp', type: '', bytes: 1 }, draft);
  await before.close();

  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `select graphile_worker.add_job('deleteMediaFiles', $1::json, queue_name => 'held')`,
    [JSON.stringify({ ids: [id] })],
  );
  await lockJobs(client, 'worker-killed');
  await client.end();

  const after = await start();
  await expect
    .poll(async () => after.ctx.media.storage.exists(id, 'a.webp'), { timeout: 10_000 })
    .toBe(false);
  await after.close();
  await rm(dataFolder, { recursive: true });
});

test('a result that cannot be written does not affect other jobs', async () => {
  const app = await startTestApp(withJobs);
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
  await addJob(app.ctx, deleteMediaFilesJob, { ids: [first] });
  await expect.poll(() => done, { timeout: 20_000 }).toContain(first);
  await expect.poll(() => isAway, { timeout: 5_000 }).toBe(false);
  await addJob(app.ctx, deleteMediaFilesJob, { ids: [second] });
  await expect.poll(() => done, { timeout: 30_000 }).toContain(second);
  remove.mockRestore();
  await app.close();
});

test('a failed write does not affect other results in progress', async () => {
  const app = await startTestApp(withJobs);
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
  const connection = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function ask(
    this: pg.Client,
    ...args: unknown[]
  ) {
    const go = () => Reflect.apply(query, this, args) as never;
    const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text: string }).text;
    // The first result is written after the second one failed, and before the run ends.
    if (text.startsWith('UNLISTEN')) return wait(500).then(go) as never;
    if (!isDeletionOfJob(text) || ends === 2) return go();
    ends += 1;
    if (ends === 2) return Promise.reject(new Error('Connection terminated unexpectedly')) as never;
    isFirstEnding.resolve();
    return wait(200).then(go) as never;
  });
  await addJob(app.ctx, deleteMediaFilesJob, { ids: [first] });
  await addJob(app.ctx, deleteMediaFilesJob, { ids: [second] });
  await expect.poll(() => ends, { timeout: 10_000 }).toBe(2);
  await addJob(app.ctx, deleteMediaFilesJob, { ids: [third] });
  await expect.poll(() => done, { timeout: 20_000 }).toContain(third);
  // The unwritten job is unlocked at once, not only when a sweep finds dead runs.
  await expect.poll(async () => jobsOf(app, 'deleteMediaFiles'), { timeout: 10_000 }).toEqual([]);
  await expect.poll(async () => heldQueues(app), { timeout: 10_000 }).toEqual([]);
  expect(done.filter((id) => id === second)).toHaveLength(2);
  remove.mockRestore();
  connection.mockRestore();
  await app.close();
});

test('a mail or payment does not wait for a video or sweep', async () => {
  const [database, begun] = [await createTestDatabase(), [] as string[]];
  const blocked = Promise.withResolvers<void>();
  onTestFinished(() => blocked.resolve());
  const app = await startTestApp({ DATABASE_URL: database, ROOST_ROLES: 'web' });
  const slow = async (name: string) => {
    begun.push(name);
    await blocked.promise;
  };
  const quick: string[] = [];
  const quickly: Record<string, string> = { sendReceipt: 'mail', endPremium: 'payment' };
  const run = async (name: string) => (quickly[name] ? void quick.push(quickly[name]) : slow(name));
  const timed: BoundJob[] = jobs.map(({ job }) => ({ job, run: async () => run(job.name) }));
  const running = await startJobs(app.ctx, database, timed);
  for (let n = 0; n < 3; n += 1) {
    await addJob(app.ctx, finishVideoJob, { id: newId() });
    await addJob(app.ctx, sweepJob, {});
  }
  // One video, because they have a queue, and two jobs of upkeep: sweeps, or those that the start has added.
  await expect.poll(() => begun, { timeout: 20_000 }).toHaveLength(3);
  await addJob(app.ctx, sendReceiptJob, { paymentId: newId() });
  await addJob(app.ctx, endPremiumJob, { userId: newId() });
  await expect.poll(() => quick.toSorted()).toEqual(['mail', 'payment']);
  // A mail does not wait for payments either.
  await addJob(app.ctx, handlePaymentEventJob, { id: newId() });
  await addJob(app.ctx, refreshSubscriptionJob, { provider: 'x', id: 'x' });
  await expect.poll(() => begun).toEqual(expect.arrayContaining(['refreshSubscription']));
  await addJob(app.ctx, sendReceiptJob, { paymentId: newId() });
  await expect.poll(() => quick).toHaveLength(3);
  blocked.resolve();
  await running.stop();
  await app.close();
});

test('videos of heavy uploaders come after those of others', async () => {
  const database = await createTestDatabase();
  const app = await startTestApp({ DATABASE_URL: database, ROOST_ROLES: 'web' });
  const [busy, quiet] = [await join(app, 'busy'), await join(app, 'quiet')];
  await sql`insert into media_usage (user_id, day_bytes) values (${busy.id}, 500000000)`.execute(
    app.ctx.db,
  );
  const add = async (member: Member) => {
    const file = { kind: 'video', status: 'processing', width: 1, height: 1 } as const;
    const digest = Buffer.alloc(32);
    const rest = {
      field: 'media',
      placeholder: '',
      files: [],
      digest,
      reserved: 0,
      isUnfinished: true,
    };
    const ctx = { ...app.ctx, viewer: { id: member.id } } as unknown as MemberContext;
    const id = newId();
    await transaction(ctx, async (tx) => addMedia(tx, { id, ...file, ...rest }, ''));
    return id;
  };
  const added = [await add(busy), await add(busy), await add(quiet)];
  const done: string[] = [];
  const finish = async (_: unknown, { id }: { id: string }) => void done.push(id);
  const running = await startJobs(
    app.ctx,
    database,
    jobs.map((each) => (each.job === finishVideoJob ? { ...each, run: finish } : each)),
  );
  await expect.poll(() => done).toHaveLength(3);
  expect(done).toEqual([added[2], added[0], added[1]]);
  await running.stop();
  await app.close();
});

test('every declared job has a handler and a unique name', async () => {
  const source = joinPath(import.meta.dirname, '../..');
  const files = (await readdir(source, { recursive: true })).filter((each) =>
    each.endsWith('.jobs.ts'),
  );
  const declared = await Promise.all(
    files.map(async (file) => import(joinPath(source, file)) as Promise<Record<string, unknown>>),
  );
  const bound = jobs.map(({ job }) => job);
  expect(new Set<unknown>(bound)).toEqual(
    new Set<unknown>([sweepJob, ...declared.flatMap((each) => Object.values(each))]),
  );
  const names = bound.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});

test('a job with an incomplete payload does not compile', () => {
  const add = async (ctx: Context) =>
    // @ts-expect-error -- the provider is missing
    addJob(ctx, refreshSubscriptionJob, { id: 'x' });
  // Only the compiler checks. Nothing calls the function.
  expectTypeOf(add).returns.resolves.toBeVoid();
});

test('a job that failed for the last time is kept for a week', async () => {
  const url = await createTestDatabase();
  const app = await startAppForTest({ DATABASE_URL: url, ROOST_ROLES: 'web' });
  const names = ['old', 'young', 'waiting'] as const;
  for (const id of names) await addJob(app.ctx, finishVideoJob, { id });
  await failJob(app, 'old', { attempts: 3, days: 8 });
  await failJob(app, 'young', { attempts: 3, days: 6 });
  await failJob(app, 'waiting', { attempts: 2, days: 8 });
  const pool = new pg.Pool({ connectionString: url });
  expect(await deleteFailedJobs(pool, { days: 7, limit: 500 })).toBe(1);
  await pool.end();
  const left = await jobsOf<{ id: string }>(app, finishVideoJob.name);
  expect(left.map(({ payload }) => payload.id).toSorted()).toEqual(['waiting', 'young']);
});

test('a failed job gets all its tries again', async () => {
  const app = await startAppForTest();
  await addJob(app.ctx, finishVideoJob, { id: 'failed' });
  await failJob(app, 'failed', { attempts: 3, days: 1 });
  const jobs = async () =>
    (
      await sql<{ id: number; attempts: number }>`select id::int, attempts
        from graphile_worker.jobs where task_identifier = ${finishVideoJob.name}`.execute(
        app.ctx.db,
      )
    ).rows;
  const [job] = await jobs();
  expect(job?.attempts).toBe(3);
  expect(await retryJobs(app.ctx, [job!.id, 999_999])).toBe(1);
  expect(await jobs()).toEqual([{ id: job?.id, attempts: 0 }]);
});
