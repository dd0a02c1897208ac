import { describe, expect, test, vi } from 'vitest';
import { uploadMessageMedia } from '@roost/contract/chat';
import { getLimits, updateUser } from '@roost/contract/users';
import { deleteMedia, getStorage } from '@roost/contract/media';
import { deletePost } from '@roost/contract/posts';
import { startAppForFile, startAppForTest } from '../../../test/support/app.ts';
import { crowdOf, type Member } from '../../../test/support/cast.ts';
import {
  fileOf,
  mediaFiles,
  noise,
  postWith,
  send,
  sendPost,
  upload,
  type TestFile,
} from '../../../test/support/media.ts';
import { findDrift } from '../../../test/support/recount.ts';
import { videoOf } from '../../../test/support/videos.ts';
import { sweepOrphans } from '../sweep-media.ts';

const GB = 1_073_741_824;
const app = await startAppForFile({ MEDIA_QUOTA_GB: '0.005,0.02' });
const small = await fileOf('small.png', noise(40, 30).png());
const large = await videoOf('mp4', { frameBytes: 100_000, frames: 20 });
const members = await crowdOf(app, 12);
const next = (): Member => members.pop()!;

async function answerOf(response: Response) {
  const body = (await response.json()) as { code?: string; message?: string };
  return { status: response.status, code: body.code, message: body.message };
}

async function usageOf({ id }: Member) {
  const query = app.ctx.db.selectFrom('media_usage').selectAll().where('user_id', '=', id);
  return query.executeTakeFirst();
}

const setDay = async ({ id }: Member, day_bytes: number) =>
  app.ctx.db
    .insertInto('media_usage')
    .values({ user_id: id, day_bytes })
    .onConflict((known) => known.column('user_id').doUpdateSet({ day_bytes }))
    .execute();

async function setPremium({ id }: Member, until: Date | null): Promise<void> {
  await app.ctx.db
    .updateTable('users')
    .set({ premium_until: until })
    .where('id', '=', id)
    .execute();
  app.ctx.sessions.forget(id);
}

/** All endpoints that accept a file. */
const ways: Record<string, (member: Member, file: TestFile) => Promise<Response>> = {
  'POST /api/media': async (member, file) => send(member, file),
  'a post with files': async (member, file) => sendPost(member, { content: 'Look' }, [file]),
  'pictures of a message': async (member, { bytes, name }) => {
    const form = new FormData();
    form.append('images', new Blob([bytes]), name);
    return member.client.fetch(uploadMessageMedia.path, { method: 'POST', body: form });
  },
  'an avatar': async (member, { bytes, name }) => {
    const form = new FormData();
    form.append('avatar', new Blob([bytes]), name);
    return member.client.fetch(updateUser.path, { method: 'PATCH', body: form });
  },
};

test('GET /api/limits serves the quotas and the days of a deletion', async () => {
  const { data } = await next().call(getLimits, {});
  expect(data.free).toMatchObject({ dayBytes: 2 * GB, quotaBytes: Math.round(0.005 * GB) });
  expect(data.premium).toMatchObject({ dayBytes: 10 * GB, quotaBytes: Math.round(0.02 * GB) });
  expect(data.everyone.unattachedFiles).toBe(20);
  expect(data.deletionDays).toBe(14);
});

test('GET /api/media/storage serves what a member stores, and may store', async () => {
  const member = next();
  const read = async () => (await member.call(getStorage, {})).data;
  const limits = { quotaBytes: Math.round(0.005 * GB), dayLimitBytes: 2 * GB };
  expect(await read()).toEqual({ ...limits, storedBytes: 0, dayBytes: 0 });
  await upload(member, small);
  const usage = await usageOf(member);
  expect(usage?.stored_bytes).toBeGreaterThan(0);
  expect(await read()).toEqual({
    ...limits,
    storedBytes: usage?.stored_bytes,
    dayBytes: usage?.day_bytes,
  });
});

describe.each(Object.entries(ways))('%s', (_name, way) => {
  test('files over the quota of the day are refused, and none is kept', async () => {
    const member = next();
    await setDay(member, 2 * GB - 100);
    const before = await mediaFiles(app);
    const response = await way(member, small);
    expect(await answerOf(response)).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(response.headers.get('ratelimit-limit')).toBe(String(2 * GB));
    expect(await usageOf(member)).toMatchObject({ day_bytes: 2 * GB - 100, stored_bytes: 0 });
    expect(await mediaFiles(app)).toEqual(before);
  });

  test('files are refused if the disk is nearly full, and accepted again with space', async () => {
    const member = members[0]!;
    const before = await mediaFiles(app);
    const measure = vi.spyOn(app.ctx.media.disk, 'measure');
    for (const disk of [
      { freeBytes: GB - 1, totalBytes: 4 * GB },
      { freeBytes: 4 * GB, totalBytes: 100 * GB },
    ]) {
      measure.mockResolvedValue(disk);
      const response = await way(member, small);
      expect(await answerOf(response)).toMatchObject({ status: 507, code: 'storage_full' });
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(await mediaFiles(app)).toEqual(before);
    await member.post('Text still works.');
    // A mount that reports no size does not count as full.
    measure.mockResolvedValue({ freeBytes: 0, totalBytes: 0 });
    expect((await way(member, small)).status).toBeLessThan(300);
    measure.mockRestore();
    expect((await way(member, small)).status).toBeLessThan(300);
    expect(await findDrift(app.ctx)).toEqual([]);
  });
});

test('parallel uploads cannot exceed the quota together', async () => {
  const member = next();
  const answers = await Promise.all(
    Array.from({ length: 8 }, async () => answerOf(await send(member, large))),
  );
  // Each takes 2 MB. The quota is 5.1 MB.
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
  for (const { status, code } of answers)
    if (status !== 201) expect([status, code]).toEqual([403, 'quota_full']);
  const usage = await usageOf(member);
  expect(usage?.stored_bytes).toBeLessThanOrEqual(0.005 * GB);
  // The refused uploads leave no reservation.
  expect(usage?.day_bytes).toBe(usage?.stored_bytes);
  expect(await findDrift(app.ctx)).toEqual([]);
});

test('a deletion frees the total quota, but not the quota of the day', async () => {
  const member = next();
  const one = await upload(member, large);
  const { _id } = await postWith(member, { content: 'A clip' }, [large]);
  const before = await usageOf(member);
  expect(await answerOf(await send(member, large))).toMatchObject({ code: 'quota_full' });
  await member.call(deleteMedia, { params: { mediaId: one._id } });
  await member.call(deletePost, { params: { postId: _id } });
  expect(await usageOf(member)).toMatchObject({
    stored_bytes: 0,
    unattached: 0,
    day_bytes: before?.day_bytes,
  });
  await upload(member, large);
  expect(await findDrift(app.ctx)).toEqual([]);
});

test('after Premium all files stay, and new ones are refused until they fit', async () => {
  const member = next();
  await setPremium(member, new Date(Date.now() + 60_000));
  for (let n = 0; n < 3; n += 1) await postWith(member, { content: 'A clip' }, [large]);
  const stored = await usageOf(member);
  await setPremium(member, null);
  expect(await answerOf(await send(member, small))).toMatchObject({ code: 'quota_full' });
  expect((await usageOf(member))?.stored_bytes).toBe(stored?.stored_bytes);
});

test('the 21st unattached upload is refused, but a post with a file is not', async () => {
  const other = await startAppForTest();
  const [member] = (await crowdOf(other, 1)) as [Member];
  for (let n = 0; n < 18; n += 1) await upload(member, small);
  const both = await Promise.all(
    Array.from({ length: 5 }, async () => answerOf(await send(member, small))),
  );
  expect(both.filter(({ status }) => status === 201)).toHaveLength(2);
  expect(both.find(({ status }) => status !== 201)).toMatchObject({
    status: 409,
    code: 'too_many_uploads',
  });
  await postWith(member, { content: 'Look' }, [small]);
  const waiting = await other.ctx.db
    .selectFrom('media')
    .select('id')
    .where('used_for', '=', 'nothing')
    .execute();
  expect(waiting).toHaveLength(20);
  const mediaIds = waiting.slice(0, 4).map(({ id }) => id);
  await postWith(member, { content: 'Some of them', mediaIds });
  await upload(member, small);
  expect(await findDrift(other.ctx)).toEqual([]);
});

test('an upload without a declared size is reserved in steps', async () => {
  const member = next();
  const before = 10 * GB - 8 * 1_048_576 - 10_000;
  await setPremium(member, new Date(Date.now() + 60_000));
  await setDay(member, before);
  // The first step fits. The second does not.
  const body = new FormData();
  const bytes = new Uint8Array(9 * 1_048_576);
  bytes.set(large.bytes.subarray(0, 10_000));
  body.append('file', new Blob([bytes]), 'clip.mp4');
  const { headers, body: stream } = new Response(body);
  const response = await fetch(new URL('/api/media', app.address), {
    method: 'POST',
    headers: { cookie: member.client.cookie ?? '', 'content-type': headers.get('content-type')! },
    body: stream,
    duplex: 'half',
  });
  expect(await answerOf(response)).toMatchObject({ status: 429 });
  await expect.poll(async () => (await usageOf(member))?.day_bytes).toBe(before);
});

test('a wrong counter never goes below zero, and the sweep corrects it', async () => {
  const [counted, uncounted, none] = (await crowdOf(app, 3, 'drift')) as [Member, Member, Member];
  const kept = await upload(counted, small);
  const gone = await upload(counted, small);
  await upload(uncounted, small);
  const query = app.ctx.db.updateTable('media_usage');
  await query.set({ stored_bytes: 1, unattached: 0 }).where('user_id', '=', counted.id).execute();
  await app.ctx.db.deleteFrom('media_usage').where('user_id', '=', uncounted.id).execute();
  await app.ctx.db
    .insertInto('media_usage')
    .values({ user_id: none.id, stored_bytes: 5_000, unattached: 3 })
    .execute();
  await counted.call(deleteMedia, { params: { mediaId: gone._id } });
  expect(await usageOf(counted)).toMatchObject({ stored_bytes: 0, unattached: 0 });
  await postWith(counted, { mediaIds: [kept._id] });
  expect(await usageOf(counted)).toMatchObject({ stored_bytes: 0, unattached: 0 });
  await sweepOrphans(app.ctx);
  expect(await findDrift(app.ctx)).toEqual([]);
  expect(await usageOf(none)).toMatchObject({ stored_bytes: 0, unattached: 0 });
});
