import pg from 'pg';
import { v7 as newId } from 'uuid';
import { expect, onTestFinished, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/support/app.ts';
import { createTestDatabase } from '../../../test/support/database.ts';
import { heldQueues, lockJobs } from '../../../test/support/vendor-graphile-worker.ts';
import { jobs } from '../../jobs.ts';
import { finishVideoJob } from '../../media/media.jobs.ts';
import { addJob } from './add-job.ts';
import { startJobs } from './start-jobs.ts';

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
  const client = new pg.Client({ connectionString: node.url });
  await client.connect();
  await lockJobs(client, 'a killed run');
  await client.end();
  expect(await heldQueues(node.app)).not.toEqual([]);
  await work(node, async () => void (done += 1));
  // The grace, two searches, and a poll of the worker.
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
  const searches = async () =>
    new Promise((resolve) => setTimeout(resolve, 20 * quick.searchIntervalMs));
  await searches();
  const [begunAfter, held] = [begun, await heldQueues(node.app)];
  blocked.resolve();
  expect(begunAfter).toBe(1);
  expect(held).not.toEqual([]);
});
