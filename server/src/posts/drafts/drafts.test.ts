import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import * as drafts from '@roost/contract/drafts';
import { MAX_DRAFTS } from '@roost/contract/limits';
import { deleteMedia, getStorage } from '@roost/contract/media';
import { createPost, deletePost } from '@roost/contract/posts';
import { startAppForFile, withJobs } from '../../../test/support/app.ts';
import { castOf, join, type Member } from '../../../test/support/cast.ts';
import { open } from '../../../test/support/chat.ts';
import { expectFailure } from '../../../test/support/failure.ts';
import { fileOf, noise, postWith, send, upload } from '../../../test/support/media.ts';
import { findDrift } from '../../../test/support/recount.ts';
import { NOBODY } from '../../../test/support/requests.ts';
import { refusalOf } from '../../../test/support/test-client.ts';
import { sweepUploads } from '../../media/sweep-media.ts';

const app = await startAppForFile(withJobs);
const { alice, bob } = await castOf(app);
const dot = await fileOf('dot.png', noise(8, 8).png());

type Body = Parameters<typeof draft>[1];
async function draft(member: Member, body: Partial<drafts.DraftInput>) {
  return (await member.call(drafts.createDraft, { body })).data;
}
const save = async (member: Member, draftId: string, body: Body & { updatedAt?: string }) =>
  (await member.call(drafts.saveDraft, { params: { draftId }, body })).data;
const remove = async (member: Member, draftId: string) =>
  member.call(drafts.deleteDraft, { params: { draftId } });
const listOf = async (member: Member) => (await member.call(drafts.listDrafts, {})).data.drafts;
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).body.code;

/** Moves the uploads into the past. A Citus allows no calculation with the stored times. */
async function age(hours: number): Promise<void> {
  const earlier = (time: Date | null) => time && new Date(time.getTime() - hours * 3_600_000);
  const uploads = await app.ctx.db
    .selectFrom('media')
    .select(['id', 'created_at', 'released_at'])
    .execute();
  for (const { id, created_at, released_at } of uploads)
    await sql`update media set created_at = ${earlier(created_at)}, released_at = ${earlier(released_at)}
      where id = ${id}`.execute(app.ctx.db);
}
const isThere = async (id: string) =>
  (await app.ctx.db.selectFrom('media').select('id').where('id', '=', id).execute()).length === 1;

test('drafts are listed with the last changed first, and saved as a whole', async () => {
  const ann = await join(app, 'ann');
  const conversationId = (await open(ann, bob))._id;
  const post = await draft(ann, { content: ' Half a thought ', visibility: 'followers' });
  const reply = await draft(ann, { content: 'An answer', parentPost: NOBODY });
  const message = await draft(ann, { content: 'Hello', conversationId });
  expect(post).toMatchObject({ content: 'Half a thought', visibility: 'followers' });
  expect([reply.parentPost, message.conversationId]).toEqual([NOBODY, conversationId]);
  const saved = await save(ann, post._id, { content: 'A whole thought' });
  expect(saved).toMatchObject({ content: 'A whole thought', visibility: 'public' });
  expect(await listOf(ann)).toEqual([saved, message, reply]);
  await remove(ann, message._id);
  expect(await listOf(ann)).toEqual([saved, reply]);
});

test('nobody else reads, changes or deletes a draft', async () => {
  const own = await draft(alice, { content: 'Only mine' });
  expect(JSON.stringify(await listOf(bob))).not.toContain('Only mine');
  expect(await codeOf(save(bob, own._id, { content: 'Yours?' }))).toBe('not_found');
  expect(await codeOf(remove(bob, own._id))).toBe('not_found');
  expect((await listOf(alice)).find(({ _id }) => _id === own._id)).toEqual(own);
});

test('a change of an old version is refused, and the newer text stays', async () => {
  const first = await draft(alice, { content: 'One' });
  const second = await save(alice, first._id, { content: 'Two', updatedAt: first.updatedAt });
  const stale = save(alice, first._id, { content: 'Three', updatedAt: first.updatedAt });
  expect(await codeOf(stale)).toBe('draft_changed');
  expect((await listOf(alice)).find(({ _id }) => _id === first._id)).toEqual(second);
  expect(Date.parse(second.updatedAt)).toBeGreaterThan(Date.parse(first.updatedAt));
});

test('of two changes of one version, one is refused', async () => {
  const { _id, updatedAt } = await draft(alice, { content: 'Before' });
  const both = await Promise.allSettled(
    ['Left', 'Right'].map(async (content) => save(alice, _id, { content, updatedAt })),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('a draft needs content, and is a reply or a message', async () => {
  for (const body of [
    { content: ' ' },
    { content: 'x', parentPost: NOBODY, conversationId: NOBODY },
  ])
    expect(await codeOf(draft(alice, body))).toBe('bad_input');
});

test('a person keeps 100 drafts, also if many are made at the same time', async () => {
  const ann = await join(app, 'ann_full');
  for (let n = 0; n < MAX_DRAFTS - 2; n += 1) await draft(ann, { content: `Draft ${n}` });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 6 }, async (_, n) => draft(ann, { content: `Parallel ${n}` })),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(await listOf(ann)).toHaveLength(MAX_DRAFTS);
  expect(await codeOf(draft(ann, { content: 'One more' }))).toBe('too_many_drafts');
  await remove(ann, (await listOf(ann))[0]!._id);
  await draft(ann, { content: 'Room again' });
});

describe('the uploads of a draft', () => {
  test('stay while the draft does, and go a day after it', async () => {
    const ann = await join(app, 'ann_media');
    const [kept, dropped] = [await upload(ann, dot), await upload(ann, dot)];
    const { _id, media } = await draft(ann, { mediaIds: [kept._id, dropped._id] });
    expect(media.map((each) => each._id)).toEqual([kept._id, dropped._id]);
    await age(72);
    await sweepUploads(app.ctx);
    expect((await listOf(ann))[0]?.mediaIds).toEqual([kept._id, dropped._id]);

    await save(ann, _id, { mediaIds: [kept._id] });
    await age(23);
    await sweepUploads(app.ctx);
    expect(await isThere(dropped._id)).toBe(true);
    await age(2);
    await sweepUploads(app.ctx);
    expect([await isThere(dropped._id), await isThere(kept._id)]).toEqual([false, true]);

    await remove(ann, _id);
    await age(23);
    await sweepUploads(app.ctx);
    expect(await isThere(kept._id)).toBe(true);
    await age(2);
    await sweepUploads(app.ctx);
    expect(await isThere(kept._id)).toBe(false);
  });

  test('count in the quota, but not among the unused uploads', async () => {
    const ann = await join(app, 'ann_quota');
    const stored = async () => (await ann.call(getStorage, {})).data.storedBytes;
    const files = [];
    for (let n = 0; n < 20; n += 1) files.push(await upload(ann, dot));
    await expectFailure(await send(ann, dot), 'too_many_uploads');
    const before = await stored();
    const ids = files.map(({ _id }) => _id);
    const one = await draft(ann, { mediaIds: ids.slice(0, 4) });
    await draft(ann, { mediaIds: ids.slice(4, 8) });
    expect(await stored()).toBe(before);
    await upload(ann, dot);
    expect(await findDrift(app.ctx)).toEqual([]);
    // Posted, taken back, deleted with the draft: each leaves the count right.
    await postWith(ann, { content: 'Two', mediaIds: [ids[0]!, ids[8]!] });
    await ann.call(deleteMedia, { params: { mediaId: ids[1]! } });
    await remove(ann, one._id);
    expect(await findDrift(app.ctx)).toEqual([]);
  });

  test('are own, unused and in no other draft', async () => {
    const [mine, theirs] = [await upload(alice, dot), await upload(bob, dot)];
    const posted = await upload(alice, dot);
    const post = await postWith(alice, { content: 'Used', mediaIds: [posted._id] });
    const first = await draft(alice, { mediaIds: [mine._id, theirs._id, posted._id, NOBODY] });
    expect(first.mediaIds).toEqual([mine._id]);
    const second = await draft(alice, { content: 'x', mediaIds: [mine._id, mine._id] });
    expect(second.mediaIds).toEqual([]);
    expect((await listOf(alice)).find(({ _id }) => _id === first._id)?.mediaIds).toEqual([
      mine._id,
    ]);
    await alice.call(deletePost, { params: { postId: post._id } });
  });

  test('can be posted, and the draft then has the others', async () => {
    const [one, two] = [await upload(alice, dot), await upload(alice, dot)];
    const { _id } = await draft(alice, { content: 'x', mediaIds: [one._id, two._id] });
    await alice.call(createPost, { body: { content: 'Posted', mediaIds: [one._id] } });
    expect((await listOf(alice)).find((each) => each._id === _id)?.mediaIds).toEqual([two._id]);
    await remove(alice, _id);
    expect(await findDrift(app.ctx)).toEqual([]);
  });

  test('come back to the draft that names them again after the post is taken back', async () => {
    const ann = await join(app, 'ann_undo');
    const { _id: mediaId } = await upload(ann, dot);
    const { _id } = await draft(ann, { content: 'x', mediaIds: [mediaId] });
    const post = await postWith(ann, { content: 'Too early', mediaIds: [mediaId] });
    await ann.call(deletePost, { params: { postId: post._id }, query: { keep: 'media' } });
    expect((await save(ann, _id, { content: 'x', mediaIds: [mediaId] })).mediaIds).toEqual([
      mediaId,
    ]);
    await age(72);
    await sweepUploads(app.ctx);
    expect(await isThere(mediaId)).toBe(true);
    expect(await findDrift(app.ctx)).toEqual([]);
  });
});
