import * as admin from '@roost/contract/admin';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startAppForFile, withJobs } from '../../../test/support/app.ts';
import { castOf, join } from '../../../test/support/cast.ts';
import { promote } from '../../../test/support/staff.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { finishVideoJob } from '../../media/media.jobs.ts';

const app = await startAppForFile(withJobs);
const { alice } = await castOf(app);
await promote(app, alice, 'admin');

test('the numbers count people, posts and storage', async () => {
  const before = (await alice.call(admin.getNumbers, {})).data;
  const frank = await join(app, 'frank');
  await frank.post('counted');
  const { _id } = await frank.post('a post');
  await frank.comment(_id, 'not counted');
  const after = (await alice.call(admin.getNumbers, {})).data;
  expect(after.people).toBe(before.people + 1);
  expect(after.newPeople.day).toBe(before.newPeople.day + 1);
  expect(after.posts).toBe(before.posts + 2);
  expect(after.newPosts.week).toBe(before.newPosts.week + 2);
  expect(after.activePeople.day).toBe(before.activePeople.day + 1);
});

test('jobs are listed by state, newest first, without their content', async () => {
  const add = async (id: string) =>
    addJob(app.ctx, finishVideoJob, { id }, { at: new Date(Date.now() + 3_600_000) });
  for (const id of ['waits', 'fails-for-now', 'failed']) await add(id);
  const spoil = async (id: string, attempts: number) =>
    sql`update graphile_worker._private_jobs set attempts = ${attempts}, last_error = 'a reason'
      where payload->>'id' = ${id}`.execute(app.ctx.db);
  await spoil('fails-for-now', 1);
  await spoil('failed', 3);
  const states = async (query: { failed?: string; limit?: number }) =>
    (await alice.call(admin.listJobs, { query })).data.jobs
      .filter(({ name }) => name === finishVideoJob.name)
      .map(({ state }) => state);
  expect(await states({ limit: 50 })).toEqual(['failed', 'retrying', 'waiting']);
  expect(await states({ failed: '1' })).toEqual(['failed', 'retrying']);
  expect(await states({ failed: '0', limit: 50 })).toHaveLength(3);
  const { data } = await alice.call(admin.listJobs, { query: { limit: 1, failed: '1' } });
  expect(JSON.stringify(data)).not.toContain('fails-for-now');
  const next = await alice.call(admin.listJobs, {
    query: { limit: 1, failed: '1', cursor: String(data.pagination.nextCursor) },
  });
  expect(next.data.jobs.map(({ state }) => state)).toEqual(['retrying']);
  expect((await alice.call(admin.getNumbers, {})).data.failedJobs).toBe(1);
});
