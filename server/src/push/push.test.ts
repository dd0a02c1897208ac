import * as auth from '@roost/contract/auth';
import * as chat from '@roost/contract/chat';
import * as notifications from '@roost/contract/notifications';
import type { PushKind } from '@roost/contract/push';
import * as reactions from '@roost/contract/reactions';
import { getSite } from '@roost/contract/site';
import * as users from '@roost/contract/users';
import { expect, test } from 'vitest';
import { startAppForFile } from '../../test/support/app.ts';
import { crowdOf, type Member } from '../../test/support/cast.ts';
import { open, send } from '../../test/support/chat.ts';
import { runPushes, startPushService, subscribe } from '../../test/support/push-service.ts';

const app = await startAppForFile({ PUSH_ALLOW_LOCAL: 'on' });

let count = 0;
/** Two people, and a browser of the first one. */
async function withBrowser(preferences: { kinds?: PushKind[]; preview?: boolean } = {}) {
  const [me, other] = (await crowdOf(app, 2, `push${(count += 1)}_`)) as [Member, Member];
  const browser = (await startPushService()).browser();
  await subscribe(me, browser, preferences);
  const said = async () => {
    await runPushes(app);
    return browser.taken.splice(0);
  };
  return { me, other, browser, said };
}

const titlesOf = (taken: { payload: { title: string } }[]) =>
  taken.map(({ payload }) => payload.title);
const like = async (member: Member, postId: string) =>
  member.call(reactions.toggleLike, { params: { postId } });

test('a like, a reply, a mention and a follow each tell the browser who did it', async () => {
  const { me, other, said } = await withBrowser();
  const post = await me.post('A post of mine');
  await like(other, post._id);
  const [liked] = await said();
  expect(liked?.payload).toEqual({
    kind: 'others',
    title: `${other.username} of Roost liked your post`,
    body: 'A post of mine',
    tag: `like ${post._id}`,
    opens: { page: 'post', id: post._id },
    icon: null,
    lang: 'en',
    dir: 'ltr',
    isSilent: false,
    answer: null,
  });
  const reply = await other.comment(post._id, 'An answer');
  const [replied] = await said();
  expect(replied?.payload).toMatchObject({
    kind: 'mentions',
    title: `${other.username} of Roost replied to you`,
    body: 'An answer',
    opens: { page: 'post', id: reply._id },
  });
  await other.post(`Hello @${me.username}`);
  await other.follow(me);
  expect(titlesOf(await said())).toEqual([
    `${other.username} of Roost mentioned you`,
    `${other.username} of Roost followed you`,
  ]);
});

test('likes of several people become one push, which counts the unread ones', async () => {
  const { me, other, said } = await withBrowser();
  const post = await me.post('A post of mine');
  const [one, two] = await crowdOf(app, 2, `liker${count}_`);
  for (const member of [other, one!, two!]) await like(member, post._id);
  expect(titlesOf(await said())).toEqual([
    `${two!.username} of Roost and 2 others liked your post`,
  ]);
  await me.call(notifications.markAllRead, {});
  const [three] = await crowdOf(app, 1, `late${count}_`);
  await like(three!, post._id);
  expect(titlesOf(await said())).toEqual([`${three!.username} of Roost liked your post`]);
  await other.toggleBlock(me);
  await one!.follow(me);
  await two!.follow(me);
  expect(titlesOf(await said())).toEqual([`${two!.username} of Roost and 1 other followed you`]);
});

test('a push proves the key of the site, and says how long and how urgently it matters', async () => {
  const { me, other, said } = await withBrowser();
  await like(other, (await me.post('x'))._id);
  await other.post(`@${me.username}`);
  const [mention, liked] = await said();
  const { vapidKey } = (await me.call(getSite, {})).data;
  expect([liked?.key, mention?.key]).toEqual([vapidKey, vapidKey]);
  expect(liked?.sub).toBe('mailto:roost@localhost');
  expect(liked?.headers).toMatchObject({ ttl: expect.stringMatching(/^86\d{3}$/), urgency: 'low' });
  expect(mention?.headers).toMatchObject({ urgency: 'normal' });
  expect(liked?.headers.topic).toMatch(/^[\w-]{32}$/);
});

test('without a preview, the text says neither who nor what', async () => {
  const { me, other, said } = await withBrowser({ preview: false });
  await me.follow(other);
  const { _id } = await open(other, me);
  await send(other, _id, 'a secret');
  await like(other, (await me.post('another secret'))._id);
  const taken = await said();
  expect(taken.map(({ payload: { title, body, icon } }) => [title, body, icon])).toEqual([
    ['Roost', 'You have a new message.', null],
    ['Roost', 'You have a new notification.', null],
  ]);
  // The device does not show the page that the service worker opens.
  const shown = taken.map(({ payload }) => ({ ...payload, opens: null, tag: null }));
  expect(JSON.stringify(shown)).not.toMatch(/secret|push\d/);
});

test('only the kinds that the browser wants come', async () => {
  const { me, other, said } = await withBrowser({ kinds: ['follows'] });
  await like(other, (await me.post('x'))._id);
  await other.post(`@${me.username}`);
  await other.follow(me);
  expect(titlesOf(await said())).toEqual([`${other.username} of Roost followed you`]);
});

test('messages become one push, with the newest text', async () => {
  const { me, other, said } = await withBrowser();
  await me.follow(other);
  const { _id } = await open(other, me);
  await send(other, _id, 'one');
  await send(other, _id, 'two');
  const taken = await said();
  expect(taken.map(({ payload: { title, body, opens } }) => [title, body, opens])).toEqual([
    [`${other.username} of Roost: 2 new messages`, 'two', { page: 'chat', userId: other.id }],
  ]);
  await send(me, _id, 'my answer');
  expect(await said()).toEqual([]);
});

test('no push tells of a request, until its receiver writes', async () => {
  const { me, other, said } = await withBrowser();
  const { _id } = await open(other, me);
  await send(other, _id, 'a stranger');
  expect(await said()).toEqual([]);
  await send(me, _id, 'hello');
  await send(other, _id, 'now I may');
  expect((await said()).map(({ payload }) => payload.body)).toEqual(['now I may']);
});

test('a person who has read it elsewhere gets no push', async () => {
  const { me, other, said } = await withBrowser();
  await me.follow(other);
  const { _id: conversationId } = await open(other, me);
  await send(other, conversationId, 'read at once');
  await me.call(chat.markConversationRead, { params: { conversationId } });
  await like(other, (await me.post('x'))._id);
  await me.call(notifications.markAllRead, {});
  expect(await said()).toEqual([]);
});

test('the words are in the language of the person', async () => {
  const { me, other, said } = await withBrowser();
  await me.call(users.updateUser, { body: { language: 'ar' } });
  await other.follow(me);
  const [push] = await said();
  expect(push?.payload).toMatchObject({ lang: 'ar', dir: 'rtl' });
  expect(push?.payload.title).toContain('متابعتك');
});

test('a long text is cut, and the push fits', async () => {
  const { me, other, said } = await withBrowser();
  await other.post(`@${me.username} ${'🦉'.repeat(260)}`.slice(0, 280));
  const [push] = await said();
  expect([...push!.payload.body].length).toBeLessThanOrEqual(280);
});

test('a browser that signed out hears nothing', async () => {
  const { me, other, browser, said } = await withBrowser();
  await me.call(auth.logout, {});
  await other.follow(me);
  expect(await said()).toEqual([]);
  expect(browser.asked).toBe(0);
});
