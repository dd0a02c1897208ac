import { sql } from 'kysely';
import type { Client } from 'pg';
import { v7 as newId } from 'uuid';
import { expect, onTestFinished, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/support/app.ts';
import { createTestDatabase } from '../../../test/support/database.ts';
import { heldQueues, lockJobs } from '../../../test/support/vendor-graphile-worker.ts';
import { jobs } from '../../jobs.ts';
import { finishVideoJob } from '../../media/media.jobs.ts';
import { countPersonJob } from '../../moderation/moderation.jobs.ts';
import { openPool } from '../database/connection/pool.ts';
import { withClient } from '../database/with-client.ts';
import { addJob } from './add-job.ts';
import { JobLease } from './job-lease.ts';
import { leaseOf } from './job.queries.ts';
import { keepRunning } from './keep-running.ts';
import { startJobs } from './start-jobs.ts';

const HOUR_MS = 3_600_000;
// Nodes share a database, so no start may free all jobs.
const quick = { searchIntervalMs: 100, graceSeconds: 1 };

async function startNode(given?: string): Promise<{ app: TestApp; url: string }> {
  const url = given ?? (await createTestDatabase());
  const app = await startTestApp({ DATABASE_URL: url, ROOST_ROLES: 'web' });
  onTestFinished(() => app.close());
  return { app, url };
}

/** Runs jobs on a node. `run` replaces the handler of videos, which have a queue. */
async function work({ app, url }: { app: TestApp; url: string }, run: () => Promise<void>) {
  const running = await startJobs(
    app.ctx,
    url,
    jobs.map((each) => ({ ...each, run: each.job === finishVideoJob ? run : async () => {} })),
    quick,
  );
  onTestFinished(() => running.stop());
}

test('the jobs and queues of a killed node are freed', async () => {
  const node = await startNode();
  let done = 0;
  await addJob(node.app.ctx, finishVideoJob, { id: newId() });
  await withClient(node.url, async (client) => lockJobs(client, 'a killed run'));
  expect(await heldQueues(node.app)).not.toEqual([]);
  await work(node, async () => void (done += 1));
  // A search, the grace, another search, and a poll of the worker.
  await expect.poll(() => done, { timeout: 10_000 }).toBe(1);
});

test('the jobs of a node that lives stay its own', async () => {
  const node = await startNode();
  const blocked = Promise.withResolvers<void>();
  let begun = 0;
  const slow = async () => {
    begun += 1;
    await blocked.promise;
  };
  await work(node, slow);
  await work(await startNode(node.url), slow);
  await addJob(node.app.ctx, finishVideoJob, { id: newId() });
  await expect.poll(() => begun, { timeout: 10_000 }).toBe(1);
  // A job of a killed run, locked later. The search that frees it has also looked at the other one.
  await addJob(
    node.app.ctx,
    countPersonJob,
    { userId: newId() },
    { at: new Date(Date.now() + HOUR_MS) },
  );
  await withClient(node.url, async (client) => lockJobs(client, 'a killed run'));
  const ofKilled = sql`select from graphile_worker.jobs where locked_by = 'a killed run'`;
  const countOfKilled = async () => (await ofKilled.execute(node.app.ctx.db)).rows.length;
  expect(await countOfKilled()).toBe(1);
  await expect.poll(countOfKilled, { timeout: 10_000 }).toBe(0);
  const [begunAfter, held] = [begun, await heldQueues(node.app)];
  blocked.resolve();
  expect(begunAfter).toBe(1);
  expect(held).not.toEqual([]);
});

test('a node that gets its lease back within the grace keeps a job that it locked long ago', async () => {
  const { app, url } = await startNode();
  const holders = async () => {
    const found = sql<{ name: string }>`select locked_by as name from graphile_worker.jobs`;
    return (await found.execute(app.ctx.db)).rows.map(({ name }) => name);
  };
  await withClient(url, async (client) => {
    for (const holder of ['a living run', 'a killed run']) {
      await addJob(app.ctx, countPersonJob, { userId: newId() });
      await lockJobs(client, holder);
    }
    const lease = await JobLease.open({ url, log: app.ctx.log, ...quick, graceSeconds: 3 });
    onTestFinished(() => lease.close());
    await expect.poll(async () => hasSearched(client), { timeout: 10_000 }).toBe(true);
    await client.query(leaseOf('a living run').take);
    await expect.poll(holders, { timeout: 15_000 }).not.toContain('a killed run');
    expect(await holders()).toContain('a living run');
  });
});

/** Whether a search for jobs has ended on this database. */
async function hasSearched(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database() and application_name = 'roost jobs'
      and state = 'idle' and query like '%pg_locks%'`,
  );
  return rowCount === 1;
}

test('a run of jobs does not start without a lease', async () => {
  const { app, url } = await startNode();
  const nowhere = new URL(url);
  nowhere.pathname = '/nowhere';
  await expect(JobLease.open({ url: nowhere.href, log: app.ctx.log })).rejects.toThrow('nowhere');
  const lease = await JobLease.open({ url, log: app.ctx.log });
  await lease.close();
  const pgPool = openPool({ url, size: 1, onError: () => {}, onHang: () => {} });
  onTestFinished(() => pgPool.end());
  await expect(keepRunning({ pgPool, taskList: {} }, lease)).rejects.toThrow('no lease');
});
