import { describe, expect, test } from 'vitest';
import { verifyEmail } from '@roost/contract/addresses';
import { register } from '@roost/contract/auth';
import * as chat from '@roost/contract/chat';
import * as notifications from '@roost/contract/notifications';
import * as posts from '@roost/contract/posts';
import * as search from '@roost/contract/search';
import * as users from '@roost/contract/users';
import {
  startAppForFile,
  startAppForTest,
  withJobs,
  type TestApp,
} from '../../../test/support/app.ts';
import { crowdOf, join, PASSWORD, type Member } from '../../../test/support/cast.ts';
import { mailsAbout, tokenIn } from '../../../test/support/mailbox.ts';
import { promote } from '../../../test/support/staff.ts';

const app = await startAppForFile({ RATE_LIMITS: 'on' });
const [stranger, friend] = (await crowdOf(app, 2)) as [Member, Member];

let count = 0;
async function newcomer(on: TestApp = app, unknown_as: 'new' | 'unverified' = 'new') {
  const member = await join(on, `newcomer${(count += 1)}`);
  await on.ctx.db.updateTable('users').set({ unknown_as }).where('id', '=', member.id).execute();
  return member;
}

const profileOf = async (viewer: Member, { username }: Member) =>
  (await viewer.call(users.getUser, { params: { username } })).data.user;
const areDisabled = async (viewer: Member, member: Member) =>
  (await profileOf(viewer, member)).linksDisabled === true;

describe('the links of a new account', () => {
  test('a stranger cannot open them anywhere', async () => {
    const author = await newcomer();
    const { _id } = await author.post(`https://example.org @${stranger.username} #linked${count}`);
    const theirs = await stranger.post('a post');
    await author.comment(theirs._id, 'see https://example.org');
    const { data: opened } = await author.call(chat.openConversation, {
      params: { userId: stranger.id },
    });
    const params = { conversationId: opened._id };
    await author.call(chat.sendMessage, { params, body: { content: 'https://example.org' } });
    const { data: post } = await stranger.call(posts.getPost, { params: { postId: _id } });
    const { data: thread } = await stranger.call(posts.listComments, {
      params: { postId: theirs._id },
      query: {},
    });
    const { data: found } = await stranger.call(search.searchPosts, {
      query: { query: `#linked${count}` },
    });
    const { data: people } = await stranger.call(search.searchUsers, {
      query: { query: author.username },
    });
    const { data: list } = await stranger.call(chat.listConversations, { query: {} });
    const { data: told } = await stranger.call(notifications.listNotifications, { query: {} });
    expect([
      post.ownerid,
      (thread.comments[0] as posts.Post).ownerid,
      found.posts[0]!.ownerid,
      people.users[0],
      list[0]!.participants.find((each) => each._id === author.id),
      ...told.notifications.map(({ sender }) => sender),
      await profileOf(stranger, author),
    ]).toEqual(Array(8).fill(expect.objectContaining({ linksDisabled: true })));
  });

  test('the author sees no difference', async () => {
    const author = await newcomer();
    const { ownerid } = await author.post('https://example.org');
    expect(ownerid).not.toHaveProperty('linksDisabled');
  });

  test('the first follow opens them for everybody, also after it ended', async () => {
    const author = await newcomer();
    expect(await areDisabled(stranger, author)).toBe(true);
    await friend.follow(author);
    expect(await areDisabled(stranger, author)).toBe(false);
    expect(await areDisabled(friend, author)).toBe(false);
    const path = `/api/follow/${author.id}`;
    await friend.client.fetch(path, { method: 'DELETE' });
    expect(await areDisabled(stranger, author)).toBe(false);
  });

  test('an accepted request opens them, and an open one does not', async () => {
    const author = await newcomer();
    await author.call(users.updatePrivacy, { body: { followApproval: true } });
    await friend.follow(author);
    expect(await areDisabled(stranger, author)).toBe(true);
    await author.client.fetch(`/api/follow/requests/${friend.id}`, { method: 'POST' });
    expect(await areDisabled(stranger, author)).toBe(false);
  });

  test('a role opens them', async () => {
    const author = await newcomer();
    await promote(app, author);
    expect(await areDisabled(stranger, author)).toBe(false);
  });
});

test('established accounts have open links', async () => {
  const member = await join(app, 'established');
  expect(await areDisabled(stranger, member)).toBe(false);
});

test('where verification is on, they open after the first days only for a verified address', async () => {
  const own = await startAppForTest({ RATE_LIMITS: 'on', EMAIL_VERIFICATION: 'soft' });
  const viewer = await join(own, 'viewer');
  // The id has the time at which the account was made.
  const old = '01890a5d-ac96-774b-bcce-b302099a8057';
  const row = { id: old, username: 'longhere', full_name: 'Long here' };
  await own.ctx.db
    .insertInto('users')
    .values({ ...row, unknown_as: 'unverified' })
    .execute();
  await own.ctx.db.insertInto('user_stats').values({ user_id: old }).execute();
  await own.ctx.db.insertInto('usernames').values({ name: 'longhere', user_id: old }).execute();
  const member = { ...viewer, id: old, username: 'longhere' };
  expect(await areDisabled(viewer, member)).toBe(true);
  await own.ctx.db.updateTable('users').set({ unknown_as: 'new' }).where('id', '=', old).execute();
  expect(await areDisabled(viewer, member)).toBe(false);
});

test.each([{ RATE_LIMITS: 'off' }, { RATE_LIMITS: 'on', NEW_ACCOUNT_DAYS: '0' }])(
  'links are open with %j',
  async (env) => {
    const own = await startAppForTest(env);
    expect(await areDisabled(await join(own, 'anybody'), await newcomer(own))).toBe(false);
  },
);

test('a registration makes a new account, and the verification of its address is remembered', async () => {
  const own = await startAppForTest({ ...withJobs, EMAIL_VERIFICATION: 'soft' });
  const stateOf = async (name: string) =>
    (
      await own.ctx.db
        .selectFrom('users')
        .select('unknown_as')
        .where('username', '=', name)
        .executeTakeFirstOrThrow()
    ).unknown_as;
  const enrol = async (username: string) =>
    own.client().call(register, {
      body: {
        username,
        fullName: username,
        email: `${username}@example.com`,
        password: PASSWORD,
      },
    });
  await enrol('early');
  expect(await stateOf('early')).toBeNull();
  await crowdOf(own, 50);
  await enrol('late');
  expect(await stateOf('late')).toBe('unverified');
  const mails = await mailsAbout(own.dataFolder, 'Confirm your address for Roost', 2);
  const mail = mails.find((each) => each.includes('late@example.com'))!;
  await own.client().call(verifyEmail, { params: { token: tokenIn(mail, 'verify-email') } });
  expect(await stateOf('late')).toBe('new');
});
