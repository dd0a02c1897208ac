import { expect, test } from 'vitest';
import * as posts from '@roost/contract/posts';
import { createAppeal } from '@roost/contract/moderation';
import { startAppForFile } from '../../../test/support/app.ts';
import { castOf } from '../../../test/support/cast.ts';
import { history, open, send } from '../../../test/support/chat.ts';
import { fileOf, noise, postWith } from '../../../test/support/media.ts';
import { caseOf, decide, report, show } from '../../../test/support/moderation.ts';
import { findDrift } from '../../../test/support/recount.ts';
import { joinStaff } from '../../../test/support/staff.ts';
import { jobsOf } from '../../../test/support/vendor-graphile-worker.ts';
import { deleteMediaFiles } from '../../media/sweep-media.ts';
import { deleteEndedMeasures, isPurgeable } from './retention.queries.ts';
import { deleteOldEvidence, purgeRemoved } from './sweep-moderation.ts';

const app = await startAppForFile();
const { alice, bob } = await castOf(app);
const moe = await joinStaff(app, 'moe');
const { db, config } = app.ctx;

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

const contentOf = async (id: string) =>
  (await db.selectFrom('posts').select('content').where('id', '=', id).executeTakeFirst())?.content;

test('a removed post is deleted after its time, and a hidden one stays', async () => {
  const cases: Record<string, { id: string; caseId: string }> = {};
  for (const action of ['remove', 'hide'] as const) {
    const post = await alice.post(`to ${action}`);
    await report(bob, 'post', post._id);
    const { _id: caseId } = await caseOf(moe, post._id);
    await decide(moe, caseId, { action });
    cases[action] = { id: post._id, caseId };
  }
  await purgeRemoved(app.ctx);
  expect(await contentOf(cases['remove']!.id)).toBe('to remove');
  const { id } = await db
    .selectFrom('moderation_decisions')
    .select('id')
    .where('case_id', '=', cases['remove']!.caseId)
    .executeTakeFirstOrThrow();
  const { data: appeal } = await alice.call(createAppeal, { body: { decisionId: id, text: 'No' } });
  await db
    .updateTable('moderation_decisions')
    .set({ created_at: daysAgo(config.removedDays + 1) } as never)
    .execute();
  // Also if the appeal comes between the list and the purge.
  expect(await isPurgeable(app.ctx, id)).toBe(false);
  await db.deleteFrom('appeals').where('id', '=', appeal._id).execute();
  await purgeRemoved(app.ctx);
  expect(await contentOf(cases['remove']!.id)).toBe('');
  expect(await contentOf(cases['hide']!.id)).toBe('to hide');
  await decide(moe, cases['hide']!.caseId, { action: 'dismiss' });
  await bob.call(posts.getPost, { params: { postId: cases['hide']!.id } });
  expect(await findDrift(app.ctx)).toEqual([]);
});

test('a removed message is deleted after its time', async () => {
  const talk = await open(alice, bob);
  const message = await send(alice, talk._id, 'to remove');
  await report(bob, 'message', message._id);
  await decide(moe, (await caseOf(moe, message._id))._id, { action: 'hide' });
  await db
    .updateTable('moderation_decisions')
    .set({ created_at: daysAgo(config.removedDays + 1) } as never)
    .execute();
  await purgeRemoved(app.ctx);
  const row = await db
    .selectFrom('messages')
    .select('content')
    .where('id', '=', message._id)
    .executeTakeFirst();
  expect(row?.content).toBe('');
  expect(await history(bob, talk._id)).toEqual([]);
  expect(await findDrift(app.ctx)).toEqual([]);
});

test('evidence goes some time after its case was closed, with the files that nothing else uses', async () => {
  const post = await postWith(alice, { content: 'evidence of a long text about birds' }, [
    await fileOf('a.png', noise(64, 64).png()),
  ]);
  const mediaId = post.media[0]!._id;
  await report(bob, 'post', post._id);
  const { _id: caseId } = await caseOf(moe, post._id);
  await decide(moe, caseId, { action: 'warn' });
  await alice.call(posts.deletePost, { params: { postId: post._id } });
  await deleteMediaFiles(app.ctx, { ids: [mediaId] });
  await deleteOldEvidence(app.ctx);
  expect((await show(moe, caseId)).asReported).toMatchObject({
    content: 'evidence of a long text about birds',
  });
  const fingerprintOfCase = async () =>
    db
      .selectFrom('moderation_cases')
      .select('fingerprint')
      .where('id', '=', caseId)
      .executeTakeFirstOrThrow();
  expect((await fingerprintOfCase()).fingerprint).not.toBeNull();
  await db
    .updateTable('moderation_cases')
    .set({ closed_at: daysAgo(config.evidenceDays + 1) })
    .where('id', '=', caseId)
    .execute();
  await deleteOldEvidence(app.ctx);
  expect((await show(moe, caseId)).asReported).toBeNull();
  const { fingerprint } = await fingerprintOfCase();
  expect(fingerprint).toBeNull();
  const jobs = await jobsOf<{ ids: string[] }>(app, 'deleteMediaFiles');
  expect(jobs.flatMap(({ payload }) => payload.ids)).toContain(mediaId);
  await deleteMediaFiles(app.ctx, { ids: [mediaId] });
  expect(await app.ctx.media.storage.exists(mediaId, '64.webp')).toBe(false);
});

test('the rows of measures go after their end, and only then', async () => {
  const [over, running] = [daysAgo(1), daysAgo(-1)];
  const rows = [
    { user_id: alice.id, until: over },
    { user_id: bob.id, until: running },
  ];
  await db.insertInto('limited_users').values(rows).execute();
  await db
    .insertInto('hidden_users')
    .values(rows.map((row) => ({ ...row, reason: 'suspended' as const })))
    .execute();
  await deleteEndedMeasures(app.ctx);
  for (const table of ['limited_users', 'hidden_users'] as const) {
    const left = await db.selectFrom(table).select('user_id').execute();
    expect(left).toEqual([{ user_id: bob.id }]);
  }
});
