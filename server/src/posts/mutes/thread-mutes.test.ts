import { expect, test } from 'vitest';
import * as notifications from '@roost/contract/notifications';
import * as posts from '@roost/contract/posts';
import * as reactions from '@roost/contract/reactions';
import * as reposts from '@roost/contract/reposts';
import { startAppForFile } from '../../../test/support/app.ts';
import { crowdOf, type Member } from '../../../test/support/cast.ts';
import { NOBODY } from '../../../test/support/requests.ts';
import { refusalOf } from '../../../test/support/test-client.ts';

const app = await startAppForFile();
const [me, other, stranger] = (await crowdOf(app, 3)) as [Member, Member, Member];

const mute = async (postId: string, member = me) =>
  member.call(posts.muteThread, { params: { postId } });
const unmute = async (postId: string) => me.call(posts.unmuteThread, { params: { postId } });
const isMuted = async (postId: string, member = me) =>
  (await member.call(posts.getPost, { params: { postId } })).data.isThreadMuted;
const told = async () =>
  (await me.call(notifications.listNotifications, { query: { limit: 50 } })).data.notifications.map(
    ({ type }) => type,
  );

test('a muted thread causes no more notifications, whatever happens in it', async () => {
  const post = await me.post('a thread');
  const comment = await me.comment(post._id, 'my own comment');
  await other.comment(post._id, 'before the mute');
  expect(await told()).toEqual(['comment']);
  await mute(post._id);
  await mute(post._id);
  const deep = await other.comment(comment._id, `an answer to @${me.username}`);
  for (const postId of [post._id, comment._id]) {
    await other.call(reactions.toggleLike, { params: { postId } });
    await other.call(reposts.repost, { params: { postId } });
  }
  await other.call(posts.editPost, {
    params: { postId: deep._id },
    body: { content: `edited for @${me.username}` },
  });
  // Other threads go on. The earlier notification stays.
  await other.post(`elsewhere @${me.username}`);
  expect(await told()).toEqual(['mention', 'comment']);
  await unmute(post._id);
  await other.comment(deep._id, `again @${me.username}`);
  expect(await told()).toEqual(['mention', 'mention', 'comment']);
});

test('every post of the thread tells it, only to the viewer', async () => {
  const post = await other.post('somebody else’s thread');
  const comment = await other.comment(post._id, 'a comment');
  const shown = (await other.call(reposts.repost, { params: { postId: comment._id } })).data.repost;
  // The id of a comment, or of a repost, means the thread of the comment.
  await mute(shown._id);
  for (const id of [post._id, comment._id, shown._id]) {
    expect(await isMuted(id)).toBe(true);
    expect(await isMuted(id, other)).toBe(false);
  }
  expect((await me.comment(comment._id, 'my new comment')).isThreadMuted).toBe(true);
  expect((await other.comment(comment._id, 'their new comment')).isThreadMuted).toBe(false);
  await unmute(comment._id);
  await unmute(comment._id);
  expect(await isMuted(post._id)).toBe(false);
});

test('a hidden post answers as one that does not exist', async () => {
  const closed = await other.post('for followers', 'followers');
  for (const call of [posts.muteThread, posts.unmuteThread]) {
    const [hidden, absent] = await Promise.all(
      [closed._id, NOBODY].map(async (postId) =>
        refusalOf(stranger.call(call, { params: { postId } })),
      ),
    );
    expect([hidden?.status, hidden?.body]).toEqual([absent?.status, absent?.body]);
    expect(hidden?.status).toBe(404);
  }
});
