import { expect, test } from 'vitest';
import { startAppForTest } from '../../../test/support/app.ts';
import { createTestDatabase } from '../../../test/support/database.ts';
import { METRICS_TOKEN, readMetrics } from '../../../test/support/metrics.ts';
import { addJob } from './add-job.ts';
import { bindJob, defineJob } from './job.ts';
import { startJobs } from './start-jobs.ts';

const held = defineJob('held', { pool: 'upkeep', queue: 'one' });
const broken = defineJob('broken', { pool: 'upkeep', attempts: 1 });

test('shows jobs that run, wait and fail, by name', async () => {
  const database = await createTestDatabase();
  const app = await startAppForTest({ DATABASE_URL: database, METRICS_TOKEN });
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const running = await startJobs(app.ctx, database, [
    bindJob(held, async () => gate),
    bindJob(broken, async () => {
      throw new Error('broken on purpose');
    }),
  ]);
  const numbersOf = async (name: string) => {
    const series = await readMetrics(app);
    return ['run_total', 'failed_total', 'waiting', 'given_up'].map(
      (what) => series.get(`jobs_${what}`)?.find(({ labels }) => labels.job_name === name)?.value,
    );
  };
  try {
    expect(await numbersOf('held')).toEqual([0, 0, 0, 0]);
    await addJob(app.ctx, held, {});
    await addJob(app.ctx, held, {}, { at: new Date(Date.now() - 60_000) });
    // This one is not due yet.
    await addJob(app.ctx, held, {}, { at: new Date(Date.now() + 600_000) });
    await addJob(app.ctx, broken, {});
    await expect.poll(async () => numbersOf('broken'), { timeout: 10_000 }).toEqual([1, 1, 0, 1]);
    await expect.poll(async () => numbersOf('held'), { timeout: 10_000 }).toEqual([0, 0, 1, 0]);
    open();
    await expect.poll(async () => numbersOf('held'), { timeout: 10_000 }).toEqual([2, 0, 0, 0]);
  } finally {
    open();
    await running.stop();
  }
});

test('shows for how long the oldest job has been due', async () => {
  const database = await createTestDatabase();
  const app = await startAppForTest({ DATABASE_URL: database, METRICS_TOKEN });
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const running = await startJobs(app.ctx, database, [bindJob(held, async () => gate)]);
  try {
    await addJob(app.ctx, held, {});
    await addJob(app.ctx, held, {}, { at: new Date(Date.now() - 60_000) });
    await addJob(app.ctx, held, {}, { at: new Date(Date.now() - 90_000) });
    await expect
      .poll(async () => (await readMetrics(app)).get('jobs_oldest_due_age_seconds')?.[0]?.value, {
        timeout: 10_000,
      })
      .toBeGreaterThanOrEqual(60);
  } finally {
    open();
    await running.stop();
  }
});
