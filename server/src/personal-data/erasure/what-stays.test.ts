import { expect, test } from 'vitest';
import * as admin from '@roost/contract/admin';
import { startAppForFile } from '../../../test/support/app.ts';
import { join } from '../../../test/support/cast.ts';
import { open, send } from '../../../test/support/chat.ts';
import { erase } from '../../../test/support/erase.ts';
import { fileOf, noise, pathOf, postWith, upload } from '../../../test/support/media.ts';
import { caseOf, decide, report, show } from '../../../test/support/moderation.ts';
import { joinStaff } from '../../../test/support/staff.ts';
import { sweepTables } from '../../../test/support/sweep.ts';
import { jobsOf } from '../../../test/support/vendor-graphile-worker.ts';
import { deleteMediaFiles } from '../../media/sweep-media.ts';
import { deleteOldEvidence } from '../../moderation/retention/sweep-moderation.ts';

const app = await startAppForFile();
const { ctx } = app;
const [moe, bob] = [await joinStaff(app, 'moe'), await join(app, 'bob')];
const picture = await fileOf('a.png', noise(64, 64).png());

const tablesWith = async (text: string) =>
  [...new Set((await sweepTables(ctx, [text])).map(({ table }) => table))].toSorted();

/** Runs the waiting jobs that delete files. */
async function deleteFiles(): Promise<void> {
  for (const { payload } of await jobsOf<{ ids: string[] }>(app, 'deleteMediaFiles'))
    await deleteMediaFiles(ctx, payload);
}

test('the evidence of open cases stays until 90 days after their end', async () => {
  const ann = await join(app, 'ann');
  const canary = 'kevidencecanary';
  const post = await postWith(ann, { content: `Post ${canary}`, alt: canary }, [picture]);
  const mediaId = post.media[0]!._id;
  const { _id: talkId } = await open(ann, bob);
  await send(ann, talkId, `Message ${canary}`);
  const answer = await send(bob, talkId, 'A rude answer');
  await report(bob, 'post', post._id);
  await report(ann, 'message', answer._id, { comment: `Comment ${canary}` });
  await erase(ctx, ann.id);
  await deleteFiles();

  expect(await tablesWith(canary)).toEqual([
    'public.held_media',
    'public.report_evidence',
    'public.reports',
  ]);
  const cases = [await caseOf(moe, post._id), await caseOf(moe, answer._id)];
  const { asReported, now, history } = await show(moe, cases[0]!._id);
  expect(asReported).toMatchObject({ content: `Post ${canary}` });
  expect([now, history]).toEqual([null, null]);
  const url = asReported?.type === 'post' ? asReported.media[0]!.url : '';
  expect((await moe.client.fetch(pathOf(url))).status).toBe(200);
  expect((await bob.client.fetch(pathOf(url))).status).toBe(403);

  for (const { _id } of cases) await decide(moe, _id, { action: 'dismiss' });
  await deleteOldEvidence(ctx);
  expect(await tablesWith(canary)).toHaveLength(3);
  await ctx.db
    .updateTable('moderation_cases')
    .set({ closed_at: new Date(Date.now() - 91 * 86_400_000) })
    .execute();
  await deleteOldEvidence(ctx);
  await deleteFiles();
  expect(await tablesWith(canary)).toEqual([]);
  expect(await ctx.media.storage.exists(mediaId, '64.webp')).toBe(false);
});

test('the logo of the site stays after the erasure of the admin who uploaded it', async () => {
  const [ada, eli] = [await joinStaff(app, 'ada', 'admin'), await joinStaff(app, 'eli', 'admin')];
  const { _id } = await upload(ada, picture);
  const { data } = await ada.call(admin.updateSite, { body: { logo: _id } });
  await erase(ctx, ada.id);
  await deleteFiles();
  expect((await app.client().fetch(pathOf(String(data.logo)))).status).toBe(200);
  expect(await tablesWith('ada@example.org')).toEqual([]);
  // A new logo replaces it.
  await eli.call(admin.updateSite, { body: { logo: (await upload(eli, picture))._id } });
  await deleteFiles();
  expect(
    await ctx.db.selectFrom('media').selectAll().where('owner_id', '=', ada.id).execute(),
  ).toEqual([]);
});

test('the cases of a moderator who leaves are open again', async () => {
  const [mia, fay] = [await joinStaff(app, 'mia'), await join(app, 'fay')];
  await report(bob, 'user', fay.id);
  const { _id: caseId } = await caseOf(mia, fay.id);
  await ctx.db
    .updateTable('moderation_cases')
    .set({ status: 'assigned', assignee_id: mia.id })
    .where('id', '=', caseId)
    .execute();
  await erase(ctx, mia.id);
  expect(await caseOf(moe, fay.id)).toMatchObject({ status: 'open', assignee: null });
});
