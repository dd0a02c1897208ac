import { sql } from 'kysely';
import { expect, test } from 'vitest';
import * as chat from '@roost/contract/chat';
import { startAppForFile, withJobs } from '../../../test/support/app.ts';
import { crowdOf, type Member } from '../../../test/support/cast.ts';
import { emit, history, listed, open, openTab, send } from '../../../test/support/chat.ts';
import { expectFailure } from '../../../test/support/failure.ts';
import {
  fileOf,
  noise,
  pathOf,
  postWith,
  upload,
  type TestFile,
} from '../../../test/support/media.ts';
import { refusalOf } from '../../../test/support/test-client.ts';
import { sweepUploads } from '../../media/sweep-media.ts';

const app = await startAppForFile(withJobs);
const [alice, bob, carol] = (await crowdOf(app, 3)) as [Member, Member, Member];
const conversationId = (await open(alice, bob))._id;
const picture = await fileOf('picture.png', noise(64, 48).png());

async function sendForm(member: Member, files: TestFile[], field = 'images'): Promise<Response> {
  const form = new FormData();
  for (const { name, bytes } of files) form.append(field, new Blob([bytes]), name);
  return member.client.fetch('/api/chat/message-media-upload', { method: 'POST', body: form });
}

async function uploaded(member: Member, count = 1) {
  const response = await sendForm(
    member,
    Array.from({ length: count }, () => picture),
  );
  const body: unknown = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(200);
  return chat.uploadMessageMedia.response.parse(body).data;
}

const statusOf = async (member: Member, url: string | undefined) =>
  (await member.client.fetch(pathOf(url))).status;

test('a message carries up to four pictures in order, by id or object', async () => {
  const media = await uploaded(alice, 4);
  expect(media).toMatchObject(Array.from({ length: 4 }, () => ({ type: 'image', width: 64 })));
  const order = [media[2], media[0], media[3], media[1]].map((each) => String(each?._id));
  const tab = await openTab(alice);
  const answer = await emit(tab.socket, 'sendMessage', {
    receiverId: bob.id,
    conversationId,
    message: { content: '', media: order.map((_id, n) => (n % 2 ? _id : { _id, url: 'x' })) },
  });
  expect(answer).toMatchObject({ ok: true, message: { content: '' } });
  const [last] = (await history(bob, conversationId)).slice(-1);
  expect(last?.media.map(({ _id }) => _id)).toEqual(order);
  expect((await listed(bob, conversationId))?.lastMessage?.media).toHaveLength(4);
});

test('only the two participants can open the pictures, by their own signed address', async () => {
  const [medium] = await uploaded(alice);
  await send(alice, conversationId, 'Look', { media: [medium!._id] });
  const urlFor = async (member: Member) =>
    (await history(member, conversationId)).at(-1)?.media[0]?.url;
  const [alices, bobs] = [await urlFor(alice), await urlFor(bob)];
  expect(await statusOf(alice, alices)).toBe(200);
  expect(await statusOf(bob, bobs)).toBe(200);
  expect(await statusOf(bob, alices)).toBe(403);
  expect(await statusOf(carol, bobs)).toBe(403);
  const bare = String(bobs).split('?')[0];
  for (const member of [alice, bob, carol]) expect(await statusOf(member, bare)).toBe(404);
  expect((await app.client().fetch(pathOf(bobs))).status).toBe(403);
  // Messages stay readable after a block.
  await bob.toggleBlock(alice);
  expect(await statusOf(bob, await urlFor(bob))).toBe(200);
  await bob.toggleBlock(alice);
});

test('only unused pictures of the sender can be attached', async () => {
  const [used, fresh, bobs] = [
    (await uploaded(alice))[0]!,
    (await uploaded(alice))[0]!,
    (await uploaded(bob))[0]!,
  ];
  await send(alice, conversationId, 'Uses one', { media: [used._id] });
  const post = await postWith(alice, { content: 'A post' }, [picture]);
  const before = await history(alice, conversationId);
  for (const media of [[used._id], [bobs._id], [fresh._id, bobs._id], [post.media[0]!._id]]) {
    const refusal = await refusalOf(send(alice, conversationId, 'x', { media }));
    expect(refusal.body.code).toBe('not_found');
  }
  const twice = await refusalOf(
    send(alice, conversationId, 'x', { media: [fresh._id, fresh._id] }),
  );
  expect(twice.body.code).toBe('bad_input');
  expect(await history(alice, conversationId)).toEqual(before);
  // The refused picture is still unused, and exactly one of three sends can attach it.
  const outcomes = await Promise.allSettled(
    [1, 2, 3].map(async (n) => send(alice, conversationId, `${n}`, { media: [fresh._id] })),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  // Uploads for posts can be attached, too.
  const other = await upload(alice, picture);
  await send(alice, conversationId, '', { media: [other._id] });
});

test('an empty, oversized or foreign upload is refused', async () => {
  const large = await fileOf('large.png', noise(1_000, 1_000).png());
  expect(large.bytes.length).toBeGreaterThan(2 * 1_048_576);
  const mp4 = Buffer.concat([Buffer.from('00000018667479706d703432', 'hex'), Buffer.alloc(5_000)]);
  const video = { name: 'video.mp4', bytes: new Uint8Array(mp4) };
  const text = { name: 'picture.png', bytes: new TextEncoder().encode('no picture at all') };
  await expectFailure(await sendForm(alice, []), 'bad_input');
  await expectFailure(
    await sendForm(
      alice,
      Array.from({ length: 5 }, () => picture),
    ),
    'bad_input',
  );
  await expectFailure(await sendForm(alice, [picture], 'file'), 'bad_input');
  await expectFailure(await sendForm(alice, [picture, large]), 'too_large');
  await expectFailure(await sendForm(alice, [picture, video]), 'unsupported_media_type');
  await expectFailure(await sendForm(alice, [text]), 'unsupported_media_type');
});

test('the sweep keeps attached pictures, and a deleted message deletes them', async () => {
  const [medium] = await uploaded(alice);
  const { _id: messageId } = await send(alice, conversationId, 'For now', { media: [medium!._id] });
  const [forgotten] = await uploaded(alice);
  await sql`update media set created_at = now() - interval '2 days'`.execute(app.ctx.db);
  await sweepUploads(app.ctx);
  const variant = pathOf(medium!.url).split('/').at(-1)!.split('?')[0]!;
  const isStored = async (id: string) => app.ctx.media.storage.exists(id, variant);
  expect(await isStored(medium!._id)).toBe(true);
  expect(await isStored(forgotten!._id)).toBe(false);
  const tab = await openTab(alice);
  await emit(tab.socket, 'deleteMessage', { conversationId, messageId });
  await expect.poll(async () => isStored(medium!._id), { timeout: 20_000 }).toBe(false);
  expect(await statusOf(alice, medium?.url)).toBe(404);
});
