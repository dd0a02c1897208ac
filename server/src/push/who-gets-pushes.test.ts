import * as notifications from '@roost/contract/notifications';
import * as posts from '@roost/contract/posts';
import * as reactions from '@roost/contract/reactions';
import * as relations from '@roost/contract/relations';
import * as users from '@roost/contract/users';
import { expect, test } from 'vitest';
import { startAppForFile } from '../../test/support/app.ts';
import { crowdOf, type Member } from '../../test/support/cast.ts';
import { open, send } from '../../test/support/chat.ts';
import { caseOf, decide, report } from '../../test/support/moderation.ts';
import { runPushes, startPushService, subscribe } from '../../test/support/push-service.ts';
import { joinStaff } from '../../test/support/staff.ts';

// Each of these things happens after a push was queued, and before it is sent.

const app = await startAppForFile({ PUSH_ALLOW_LOCAL: 'on' });
const moe = await joinStaff(app, 'moe');

interface Scene {
  me: Member;
  other: Member;
  /** A post of `me`, and the reply of `other`. */
  postId: string;
  replyId: string;
  conversationId: string;
}

let count = 0;
async function sceneOf(): Promise<Scene> {
  const [me, other] = (await crowdOf(app, 2, `who${(count += 1)}_`)) as [Member, Member];
  await me.follow(other);
  const { _id: postId } = await me.post('A post');
  const { _id: conversationId } = await open(me, other);
  return { me, other, postId, replyId: '', conversationId };
}

/** Lets `other` reply and write, then lets `change` happen. Returns what the browser of `me` hears. */
async function heardAfter(change: (scene: Scene) => Promise<unknown>): Promise<string[]> {
  const scene = await sceneOf();
  const { me, other, postId, conversationId } = scene;
  await runPushes(app);
  const browser = (await startPushService()).browser();
  await subscribe(me, browser);
  scene.replyId = (await other.comment(postId, 'A noisy reply'))._id;
  await send(other, conversationId, 'A message');
  await app.ctx.events.settled();
  await change(scene);
  await runPushes(app);
  return browser.taken.map(({ payload: { kind } }) => kind).toSorted();
}

const both = ['mentions', 'messages'];
const userOf = ({ other }: Scene) => ({ params: { userId: other.id } });
async function measure({ other }: Scene, action: 'suspend' | 'limit') {
  const [reporter] = await crowdOf(app, 1, `reporter${(count += 1)}_`);
  await report(reporter!, 'user', other.id);
  await decide(moe, (await caseOf(moe, other.id))._id, { action });
}

test.each<[string, (scene: Scene) => Promise<unknown>, string[]]>([
  ['nothing', async () => {}, both],
  ['a block', async ({ me, other }) => me.toggleBlock(other), []],
  ['a block by the other', async ({ me, other }) => other.toggleBlock(me), []],
  [
    'a mute',
    async (scene) => scene.me.call(relations.muteUser, { ...userOf(scene), body: {} }),
    [],
  ],
  [
    'a mute of reposts',
    async (scene) =>
      scene.me.call(relations.muteUser, { ...userOf(scene), body: { reposts: true } }),
    both,
  ],
  [
    'a muted word',
    async ({ me }) =>
      me.call(relations.setMutedWords, {
        body: { words: [{ text: 'noisy', wholeWord: true, where: ['notifications'] }] },
      }),
    ['messages'],
  ],
  [
    'a mute of the thread',
    async ({ me, postId }) => me.call(posts.muteThread, { params: { postId } }),
    ['messages'],
  ],
  [
    'a preference',
    async ({ me }) =>
      me.call(notifications.setNotificationPreferences, {
        body: { notificationPreferences: { types: { comment: { from: 'no one' } } } },
      }),
    ['messages'],
  ],
  [
    'the deletion of the reply',
    async ({ other, replyId }) => other.call(posts.deletePost, { params: { postId: replyId } }),
    ['messages'],
  ],
  [
    'the deletion of the notification',
    async ({ me }) => me.call(notifications.deleteAllNotifications, {}),
    ['messages'],
  ],
  ['the suspension of the other', async (scene) => measure(scene, 'suspend'), []],
  ['the limit of somebody whom the person follows', async (scene) => measure(scene, 'limit'), both],
  [
    'the limit of a stranger',
    async (scene) => {
      await scene.me.call(relations.unfollow, userOf(scene));
      await measure(scene, 'limit');
    },
    [],
  ],
])('after %s', async (_, change, heard) => {
  expect(await heardAfter(change)).toEqual(heard);
});

test.each([
  ['anyone', ['followRequests']],
  ['no one', []],
] as const)('a request to follow, with the preference for follows %j', async (from, heard) => {
  const { me, other } = await sceneOf();
  await me.call(users.updatePrivacy, { body: { followApproval: true } });
  await runPushes(app);
  const browser = (await startPushService()).browser();
  await subscribe(me, browser);
  await other.follow(me);
  await app.ctx.events.settled();
  await me.call(notifications.setNotificationPreferences, {
    body: { notificationPreferences: { types: { follow: { from } } } },
  });
  await runPushes(app);
  expect(browser.taken.map(({ payload: { opens } }) => opens.page)).toEqual(heard);
});

test('nobody hears of a post for followers who follows no more', async () => {
  const { me, other } = await sceneOf();
  await runPushes(app);
  const browser = (await startPushService()).browser();
  await subscribe(me, browser);
  await other.post(`@${me.username} for followers`, 'followers');
  await app.ctx.events.settled();
  await me.call(relations.unfollow, { params: { userId: other.id } });
  await runPushes(app);
  expect(browser.taken).toEqual([]);
});

test('no push tells of a like that somebody took back', async () => {
  const { me, other, postId } = await sceneOf();
  await runPushes(app);
  const browser = (await startPushService()).browser();
  await subscribe(me, browser);
  await other.call(reactions.toggleLike, { params: { postId } });
  await other.call(reactions.toggleLike, { params: { postId } });
  await runPushes(app);
  expect(browser.taken).toEqual([]);
});
