import { expect, test } from 'vitest';
import * as chat from '@roost/contract/chat';
import * as posts from '@roost/contract/posts';
import * as relations from '@roost/contract/relations';
import { getLimits } from '@roost/contract/users';
import { startAppForFile, startAppForTest } from '../../../test/support/app.ts';
import { crowdOf, join, type Member } from '../../../test/support/cast.ts';
import { refusalOf } from '../../../test/support/test-client.ts';

const app = await startAppForFile({ RATE_LIMITS: 'on' });
const crowd = await crowdOf(app, 22);

const refused = { status: 429, body: { code: 'new_account' } };

const budgetsOf = async (member: Member) => (await member.call(getLimits, {})).data.newAccount;
const write = async (member: Member, to: Member) => {
  const { data } = await member.call(chat.openConversation, { params: { userId: to.id } });
  const params = { conversationId: data._id };
  return member.call(chat.sendMessage, { params, body: { content: 'hello' } });
};

test('a new account follows 20 people a day, and learns what would lift the budget', async () => {
  const newcomer = await join(app, 'follower');
  for (const person of crowd.slice(0, 19)) await newcomer.follow(person);
  // A repeated follow changes nothing, so it costs nothing.
  await newcomer.follow(crowd[0]!);
  await newcomer.follow(crowd[19]!);
  const refusal = await refusalOf(newcomer.follow(crowd[20]!));
  expect(refusal).toMatchObject(refused);
  expect(refusal.body.message).toMatch(
    /follow people only a few times a day.*from \d{4}-\d\d-\d\d/,
  );
  expect(await budgetsOf(newcomer)).toMatchObject({
    needsVerification: false,
    follows: { limit: 20, remaining: 0 },
    chats: { limit: 5, remaining: 5 },
    mentions: { limit: 10, remaining: 10 },
  });
});

test('a new account mentions 10 people a day, in new and in edited posts', async () => {
  const newcomer = await join(app, 'caller');
  const names = (from: number, to: number) =>
    crowd
      .slice(from, to)
      .map(({ username }) => `@${username}`)
      .join(' ');
  const post = await newcomer.post(names(0, 9));
  const edit = async (content: string) =>
    newcomer.call(posts.editPost, { params: { postId: post._id }, body: { content } });
  await edit(names(0, 10));
  expect(await refusalOf(edit(names(0, 11)))).toMatchObject(refused);
  expect(await refusalOf(newcomer.post(names(11, 12)))).toMatchObject(refused);
  await newcomer.post('nobody is mentioned here');
});

test('a new account writes to 5 new people a day, and answers anybody', async () => {
  const newcomer = await join(app, 'writer');
  for (const person of crowd.slice(0, 5)) {
    await write(newcomer, person);
    await write(newcomer, person);
  }
  expect(await refusalOf(write(newcomer, crowd[5]!))).toMatchObject(refused);
  await write(crowd[6]!, newcomer);
  await write(newcomer, crowd[6]!);
});

test('a refused action costs nothing', async () => {
  const newcomer = await join(app, 'refused');
  await refusalOf(
    newcomer.call(relations.follow, { params: { userId: '01a00000-0000-7000-8000-000000000000' } }),
  );
  expect((await budgetsOf(newcomer))?.follows.remaining).toBe(20);
});

test('staff, invited people and the first people of a site never count as new', async () => {
  const [trusted, moderator] = await Promise.all([join(app, 'trusted'), join(app, 'moderator1')]);
  const { db } = app.ctx;
  await db
    .updateTable('accounts')
    .set({ may_count_as_new: false })
    .where('user_id', '=', trusted.id)
    .execute();
  await db.updateTable('users').set({ role: 'moderator' }).where('id', '=', moderator.id).execute();
  app.ctx.sessions.forgetAll();
  expect(await budgetsOf(trusted)).toBeNull();
  expect(await budgetsOf(moderator)).toBeNull();
});

test('where verification is on, an account without a verified address stays new', async () => {
  const own = await startAppForTest({ RATE_LIMITS: 'on', EMAIL_VERIFICATION: 'soft' });
  const member = await join(own, 'somebody');
  expect(await budgetsOf(member)).toMatchObject({ needsVerification: true });
  const verify = own.ctx.db.updateTable('accounts').set({ email_verified_at: new Date() });
  await verify.where('user_id', '=', member.id).execute();
  // The session does not know it yet.
  expect(await budgetsOf(member)).toMatchObject({ needsVerification: false });
});

test.each([{ RATE_LIMITS: 'off' }, { RATE_LIMITS: 'on', NEW_ACCOUNT_DAYS: '0' }])(
  'no account is new with %j',
  async (env) => {
    const own = await startAppForTest(env);
    expect(await budgetsOf(await join(own, 'anybody'))).toBeNull();
  },
);
