import * as admin from '@roost/contract/admin';
import { listTrending } from '@roost/contract/search';
import { expect, test, vi } from 'vitest';
import { startAppForFile, withJobs } from '../../../test/support/app.ts';
import { castOf } from '../../../test/support/cast.ts';
import { promote } from '../../../test/support/staff.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { rankHashtagsJob } from '../../search/search.jobs.ts';

const app = await startAppForFile(withJobs);
const { alice, bob, carol } = await castOf(app);
await promote(app, alice, 'admin');

test('hidden hashtags leave the trending list at once and come back', async () => {
  const trending = async () =>
    (await bob.call(listTrending, {})).hashtags.map(({ _id }) => _id.toLowerCase());
  /** People use a hashtag, and the job ranks it. */
  const rank = async (tag: string) => {
    for (const member of [alice, bob, carol]) await member.post(`About ${tag}`);
    await addJob(app.ctx, rankHashtagsJob, {});
    await vi.waitFor(async () => expect(await trending()).toContain(tag.slice(1)), 10_000);
  };
  const hide = async (hidden: string[]) =>
    (await alice.call(admin.setHiddenTrends, { body: { hidden } })).data.hidden;
  await rank('#bées');
  expect(await hide(['#BEES', 'bees'])).toEqual(['bees']);
  expect(await trending()).not.toContain('bées');
  expect((await alice.call(admin.getHiddenTrends, {})).data.hidden).toEqual(['bees']);
  await rank('#honey');
  expect(await trending()).not.toContain('bées');
  await hide([]);
  await vi.waitFor(async () => expect(await trending()).toContain('bées'), 10_000);
});
