import { expect, test } from 'vitest';
import * as posts from '@roost/contract/posts';
import { startAppForFile } from '../../../test/support/app.ts';
import { castOf } from '../../../test/support/cast.ts';
import { fileOf, noise, pathOf, postWith } from '../../../test/support/media.ts';
import { caseOf, report, show } from '../../../test/support/moderation.ts';
import { joinStaff } from '../../../test/support/staff.ts';
import { deleteMediaFiles } from '../../media/sweep-media.ts';

const app = await startAppForFile();
const { alice, bob, carol } = await castOf(app);
const moderator = await joinStaff(app, 'moe');
const picture = await fileOf('a.png', noise(64, 64).png());

test('the picture of a reported post stays for the staff after the post is deleted, and for nobody else', async () => {
  await bob.follow(alice);
  const post = await postWith(alice, { content: 'look', visibility: 'followers' }, [picture]);
  const id = post.media[0]!._id;
  await report(bob, 'post', post._id);
  await alice.call(posts.deletePost, { params: { postId: post._id } });
  await deleteMediaFiles(app.ctx, { ids: [id] });
  const { asReported } = await show(moderator, (await caseOf(moderator, post._id))._id);
  const url = asReported?.type === 'post' ? asReported.media[0]!.url : '';
  const statusFor = async (member: typeof alice) => (await member.client.fetch(pathOf(url))).status;
  expect(await statusFor(moderator)).toBe(200);
  for (const member of [alice, bob, carol]) expect(await statusFor(member)).toBe(403);
  expect((await app.client().fetch(pathOf(url))).status).toBe(403);
});

test('the files of other deleted media go', async () => {
  const post = await postWith(alice, { content: 'unreported' }, [picture]);
  const id = post.media[0]!._id;
  await alice.call(posts.deletePost, { params: { postId: post._id } });
  await deleteMediaFiles(app.ctx, { ids: [id] });
  expect(await app.ctx.media.storage.exists(id, '64.webp')).toBe(false);
});
