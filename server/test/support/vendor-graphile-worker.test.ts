import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { deleteMediaFilesJob, finishVideoJob } from '../../src/media/media.jobs.ts';
import { addJob } from '../../src/platform/jobs/add-job.ts';
import { deleteJobsNaming } from '../../src/platform/jobs/vendor-stored-jobs.ts';
import { startAppForTest } from './app.ts';
import { createTestDatabase } from './database.ts';
import {
  countJobs,
  failJob,
  hastenJobs,
  heldQueues,
  jobsOf,
  lockJobs,
  storedJobs,
} from './vendor-graphile-worker.ts';

const url = await createTestDatabase();

// No job runs here, so each test sees what it has added.
const start = async () => startAppForTest({ DATABASE_URL: url, ROOST_ROLES: 'web' });

test('added jobs are counted, read and made due', async () => {
  const app = await start();
  const added = await countJobs(app, 'ids');
  const at = new Date(Date.now() + 3_600_000);
  await addJob(app.ctx, deleteMediaFilesJob, { ids: ['late'] }, { at });
  const [job] = await jobsOf(app, deleteMediaFilesJob.name);
  expect(job?.payload).toEqual({ ids: ['late'] });
  expect(job?.seconds).toBeGreaterThan(3_500);
  expect([...(await added()).values()]).toEqual([1]);
  const { rows } = await storedJobs.execute(app.ctx.db);
  expect(JSON.stringify(rows)).toContain('late');
  await hastenJobs(app, deleteMediaFilesJob.name);
  const [hastened] = await jobsOf(app, deleteMediaFilesJob.name);
  expect(hastened?.seconds).toBeLessThanOrEqual(0);
});

test('jobs that name somebody are deleted, unless they run', async () => {
  const app = await start();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await addJob(app.ctx, deleteMediaFilesJob, { ids: ['runs for Eve'] });
  await lockJobs(client, 'worker');
  await addJob(app.ctx, deleteMediaFilesJob, { ids: ['waits for EVE'] });
  await addJob(app.ctx, deleteMediaFilesJob, { ids: ['waits for bob'] });
  await deleteJobsNaming(client, ['for eve', 'nobody']);
  await client.end();
  const left = await jobsOf<{ ids: string[] }>(app, deleteMediaFilesJob.name);
  const ids = left.flatMap(({ payload }) => payload.ids);
  expect(ids.filter((id) => / for /.test(id))).toEqual(['runs for Eve', 'waits for bob']);
});

test('jobs that name somebody with a similar address stay', async () => {
  const app = await start();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const stay = [
    'ann@example.org',
    'n@example.org.uk',
    'x.n@example.org',
    'n@exampleXorg',
    "o'n@example.org",
  ];
  const go = [
    'n@example.org',
    'N <n@EXAMPLE.org>',
    'mailed n@example.org.',
    "'n@example.org' is away",
    "no mailbox ''n@example.org''",
  ];
  for (const text of [...stay, ...go]) await addJob(app.ctx, deleteMediaFilesJob, { ids: [text] });
  await deleteJobsNaming(client, ['n@example.org']);
  await client.end();
  const left = await jobsOf<{ ids: string[] }>(app, deleteMediaFilesJob.name);
  const ids = left.flatMap(({ payload }) => payload.ids);
  expect(ids.filter((text) => [...stay, ...go].includes(text))).toEqual(stay);
});

test('locked and failed jobs have the columns that the worker sets', async () => {
  const app = await start();
  await addJob(app.ctx, finishVideoJob, { id: 'a video' });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await lockJobs(client, 'worker-killed');
  await client.end();
  await failJob(app, 'a video', { attempts: 2, days: 3 });
  const { rows } =
    await sql`select attempts, locked_by, updated_at < now() - interval '2 days' as is_old
    from graphile_worker.jobs where task_identifier = ${finishVideoJob.name}`.execute(app.ctx.db);
  expect(rows).toEqual([{ attempts: 2, locked_by: 'worker-killed', is_old: true }]);
  expect(await heldQueues(app)).not.toEqual([]);
});
