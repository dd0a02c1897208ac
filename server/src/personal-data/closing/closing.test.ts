import { expect, test } from 'vitest';
import * as auth from '@roost/contract/auth';
import { loginSecond } from '@roost/contract/factors';
import * as passkeys from '@roost/contract/passkeys';
import * as personalData from '@roost/contract/personal-data';
import * as posts from '@roost/contract/posts';
import * as search from '@roost/contract/search';
import { undoChange } from '@roost/contract/security';
import * as users from '@roost/contract/users';
import { startAppForFile, startAppForTest, withJobs } from '../../../test/support/app.ts';
import { Authenticator } from '../../../test/support/authenticator.ts';
import { join, PASSWORD, type Member } from '../../../test/support/cast.ts';
import { codeOf, withTotp } from '../../../test/support/factors.ts';
import { mailsAbout, plainText, tokenIn } from '../../../test/support/mailbox.ts';
import { buy, statusOf, until } from '../../../test/support/premium.ts';
import { isSignedIn, signIn } from '../../../test/support/sign-in.ts';
import { sweepTables } from '../../../test/support/sweep.ts';
import { refusalOf } from '../../../test/support/test-client.ts';
import { jobsOf } from '../../../test/support/vendor-graphile-worker.ts';
import { closed, connectAs } from '../../../test/support/wire.ts';
import { findAccountById } from '../../auth/account.queries.ts';
import { makeChallenge } from '../../auth/challenges/challenges.ts';
import { findClosing } from '../../auth/closing/closing.queries.ts';
import { restoreChallenge } from '../../auth/closing/closing-refusal.ts';
import { passwordTagOf } from '../../auth/factors/ask-for-second-factor.ts';
import { cancelForLeaver } from '../../billing/subscriptions/cancel-subscription.ts';
import { earlier } from '../../platform/database/earlier.ts';
import { erasePerson, queueDueErasures } from '../erasure/erase-person.ts';

const app = await startAppForFile();
const { ctx } = app;
const reader = await join(app, 'reader');

const close = async (member: Member) => member.call(personalData.deleteAccount, {});

/** Signs in with the right password, which a closed account refuses. Returns the token that restores it. */
async function refusedSignIn(username: string): Promise<string> {
  const { status, body } = await refusalOf(
    app.client().call(auth.login, { body: { email: username, password: PASSWORD } }),
  );
  expect([status, body.code]).toEqual([403, 'account_closing']);
  const { restoreToken } = body as unknown as { restoreToken: string };
  expect(restoreToken).toMatch(/./);
  return restoreToken;
}

const restore = async (restoreToken: string, client = app.client()) =>
  client.call(personalData.restoreAccount, { body: { restoreToken } });

const findsProfile = async (username: string) =>
  reader.call(users.getUser, { params: { username } }).then(
    () => true,
    () => false,
  );

test('a closed account disappears for others, and all its sessions and sockets end', async () => {
  const ann = await join(app, 'ann');
  const phone = await signIn(app, ann);
  const { _id } = await ann.post('a post of somebody who leaves');
  const closings = [await connectAs(ann.client), await connectAs(phone)].map(async (socket) =>
    closed(socket),
  );
  const { data } = await close(ann);
  const days = (new Date(data.deletesAt).getTime() - Date.now()) / 86_400_000;
  expect(days).toBeCloseTo(14, 2);
  await Promise.all(closings);
  for (const client of [ann.client, phone]) expect(await isSignedIn(client)).toBe(false);
  expect(await findsProfile('ann')).toBe(false);
  expect((await refusalOf(reader.call(posts.getPost, { params: { postId: _id } }))).status).toBe(
    404,
  );
  for (const call of [search.searchPosts, search.searchUsers] as const) {
    const answer = await reader.call(call, { query: { query: 'ann' } });
    expect(JSON.stringify(answer)).not.toContain(ann.id);
  }
});

test('the owner can come back with all data, and the token works once', async () => {
  const ben = await join(app, 'ben');
  await reader.follow(ben);
  const { _id } = await ben.post('a post of somebody who comes back');
  await close(ben);
  const token = await refusedSignIn('ben');
  const client = app.client();
  const answer = await restore(token, client);
  expect(answer).toMatchObject({ userid: ben.id, username: 'ben' });
  expect(await isSignedIn(client)).toBe(true);
  expect((await reader.call(posts.getPost, { params: { postId: _id } })).data._id).toBe(_id);
  expect(await findsProfile('ben')).toBe(true);
  expect((await refusalOf(restore(token))).body.code).toBe('restore_invalid');
});

test('a token for one closing does not undo a later one', async () => {
  const ugo = await join(app, 'ugo');
  await close(ugo);
  const [used, kept] = [await refusedSignIn('ugo'), await refusedSignIn('ugo')];
  const client = app.client();
  await restore(used, client);
  await client.call(personalData.deleteAccount, {});
  expect((await refusalOf(restore(kept))).body.code).toBe('restore_invalid');
  await restore(await refusedSignIn('ugo'));
});

test('a wrong password does not reveal that an account is closed', async () => {
  const cat = await join(app, 'cat');
  await close(cat);
  const body = { email: 'cat', password: 'a wrong passphrase' };
  expect((await refusalOf(app.client().call(auth.login, { body }))).body.code).toBe(
    'bad_credentials',
  );
});

test('changed and old tokens restore nothing', async () => {
  const dan = await join(app, 'dan');
  await close(dan);
  const token = await refusedSignIn('dan');
  const { closed_at } = (await findClosing(ctx, dan.id))!;
  const account = (await findAccountById(ctx, dan.id))!;
  const content = {
    userId: dan.id,
    closedAt: closed_at.getTime(),
    passwordTag: passwordTagOf(account),
  };
  const old = makeChallenge(ctx, { ...restoreChallenge, seconds: -1 }, content);
  const future = { ...content, closedAt: closed_at.getTime() + 1_000 };
  const bad = [
    'x',
    token.slice(0, -2),
    (token.startsWith('A') ? 'B' : 'A') + token.slice(1),
    old,
    makeChallenge(ctx, restoreChallenge, future),
    // Another kind of challenge.
    makeChallenge(ctx, { ...restoreChallenge, name: 'second factor' }, content),
  ];
  for (const each of bad) {
    const { status, body } = await refusalOf(restore(each));
    expect([status, body.code], each).toEqual([400, 'restore_invalid']);
  }
  await restore(token);
});

test('the token is stored nowhere before its use, and then as a hash', async () => {
  const tim = await join(app, 'tim');
  await close(tim);
  const token = await refusedSignIn('tim');
  await restore(token);
  expect(await sweepTables(ctx, [token])).toEqual([]);
});

test('with a second factor, the password alone does not reveal that an account is closed', async () => {
  const uma = await join(app, 'uma');
  const { secret } = await withTotp(app, uma);
  await close(uma);
  const body = { email: 'uma', password: PASSWORD };
  const first = await refusalOf(app.client().call(auth.login, { body }));
  expect(first.body.code).toBe('second_factor_required');
  const { challenge } = first.body as unknown as { challenge: string };
  const second = await refusalOf(
    app.client().call(loginSecond, { body: { challenge, code: codeOf(secret) } }),
  );
  expect(second.body.code).toBe('account_closing');
  const { restoreToken } = second.body as unknown as { restoreToken: string };
  expect(await restore(restoreToken)).toMatchObject({ userid: uma.id });
});

test('a passkey alone does not open a closed account either, and its owner can come back', async () => {
  const origin = 'http://roost.example';
  const ownApp = await startAppForTest({ PUBLIC_URL: origin });
  const vic = await join(ownApp, 'vic');
  const authenticator = new Authenticator(origin);
  const { data } = await vic.call(passkeys.getNewPasskeyOptions, {});
  await vic.call(passkeys.addPasskey, { body: authenticator.attest(data) });
  await close(vic);
  const client = ownApp.client();
  const options = (await client.call(passkeys.getPasskeyOptions, {})).data;
  const refused = await refusalOf(
    client.call(passkeys.loginPasskey, { body: authenticator.assert(options) }),
  );
  expect([refused.status, refused.body.code]).toEqual([403, 'account_closing']);
  expect(await isSignedIn(client)).toBe(false);
  const { restoreToken } = refused.body as unknown as { restoreToken: string };
  expect(await restore(restoreToken, client)).toMatchObject({ userid: vic.id });
});

test('a suspended person can take the deletion back, but not sign in', async () => {
  const wil = await join(app, 'wil');
  await close(wil);
  await ctx.db
    .insertInto('hidden_users')
    .values({ user_id: wil.id, reason: 'suspended' })
    .execute();
  const refused = await refusalOf(restore(await refusedSignIn('wil')));
  expect([refused.status, refused.body.code]).toEqual([403, 'suspended']);
  expect(await findClosing(ctx, wil.id)).toBeUndefined();
  const body = { email: 'wil', password: PASSWORD };
  expect((await refusalOf(app.client().call(auth.login, { body }))).body.code).toBe('suspended');
});

test('a banned person learns of the ban only', async () => {
  const xan = await join(app, 'xan');
  await close(xan);
  await ctx.db.insertInto('hidden_users').values({ user_id: xan.id, reason: 'banned' }).execute();
  const body = { email: 'xan', password: PASSWORD };
  expect((await refusalOf(app.client().call(auth.login, { body }))).body.code).toBe('banned');
});

test('a token ends with the password that it stands for', async () => {
  const fay = await join(app, 'fay');
  await close(fay);
  const token = await refusedSignIn('fay');
  await ctx.db
    .updateTable('accounts')
    .set({ password_hash: 'another' })
    .where('user_id', '=', fay.id)
    .execute();
  expect((await refusalOf(restore(token))).body.code).toBe('restore_invalid');
});

test('of parallel restorations one succeeds', async () => {
  const gil = await join(app, 'gil');
  await close(gil);
  const token = await refusedSignIn('gil');
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, async () => restore(token)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a sign-in at the same time leaves no session of a closed account', async () => {
  const hal = await join(app, 'hal');
  await Promise.all([
    close(hal),
    ...Array.from({ length: 6 }, async () => signIn(app, hal).catch(() => null)),
  ]);
  const rows = await ctx.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', hal.id)
    .execute();
  expect(rows).toEqual([]);
});

test('closing an account needs a recent proof', async () => {
  const ida = await join(app, 'ida');
  await ctx.db
    .updateTable('sessions')
    .set({ proved_at: earlier('proved_at', 11 * 60) })
    .where('user_id', '=', ida.id)
    .execute();
  expect((await refusalOf(close(ida))).body.code).toBe('reauth_required');
  expect(await isSignedIn(ida.client)).toBe(true);
});

test('the last admin cannot leave, but the last but one can', async () => {
  const [jan, kim] = [await join(app, 'jan'), await join(app, 'kim')];
  const appoint = async ({ id }: Member) =>
    ctx.db.updateTable('users').set({ role: 'admin' }).where('id', '=', id).execute();
  await appoint(jan);
  expect((await refusalOf(close(jan))).body.code).toBe('conflict');
  await appoint(kim);
  await close(jan);
  expect((await refusalOf(close(kim))).body.code).toBe('conflict');
  const lea = await join(app, 'lea');
  await appoint(lea);
  const outcomes = await Promise.allSettled([close(kim), close(lea)]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('an erasure neither comes too early nor takes a restored account', async () => {
  const lou = await join(app, 'lou');
  await close(lou);
  const [job] = (await jobsOf<{ userId: string }>(app, 'erasePerson')).filter(
    ({ payload }) => payload.userId === lou.id,
  );
  expect(job?.seconds).toBeGreaterThan(13 * 86_400);
  await restore(await refusedSignIn('lou'));
  await queueDueErasures(ctx);

  await erasePerson(ctx, { userId: lou.id }, { jobs: { deleteNaming: async () => {} } });
  expect(await findsProfile('lou')).toBe(true);
});

test('a mail tells the owner what happened, when and on which device, and can undo it', async () => {
  const ownApp = await startAppForTest({ ...withJobs, PUBLIC_URL: 'https://roost.example' });
  const max = await join(ownApp, 'max');
  await max.client.fetch('/api/auth/account', {
    method: 'DELETE',
    headers: { 'User-Agent': 'A phone', Origin: 'https://roost.example' },
  });
  const [mail = ''] = await mailsAbout(ownApp.dataFolder, 'Your Roost account will be deleted');
  const text = plainText(mail);
  expect(text).toContain('max@example.org');
  expect(text).toContain('Device: A phone');
  expect(text).toMatch(/When: .*20\d\d/);
  const closing = await findClosing(ownApp.ctx, max.id);
  const day = closing?.deletes_at.toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' });
  expect(text).toContain(`all its data will be erased on ${day}.`);
  const token = tokenIn(mail, 'undo');
  await ownApp.client().call(undoChange, { params: { token } });
  const other = await join(ownApp, 'nan');
  const { data } = await other.call(users.getUser, { params: { username: 'max' } });
  expect(data.user._id).toBe(max.id);
});

test('a late job does not cancel the subscription of somebody who came back', async () => {
  const ownApp = await startAppForTest(withJobs);
  const vic = await join(ownApp, 'vic');
  await buy(vic);
  await cancelForLeaver(ownApp.ctx, { userId: vic.id });
  const row = await ownApp.ctx.db
    .selectFrom('subscriptions')
    .select('cancelled_at')
    .where('user_id', '=', vic.id)
    .executeTakeFirstOrThrow();
  expect(row.cancelled_at).toBeNull();
});

test('a subscription does not renew after the account was closed', async () => {
  const ownApp = await startAppForTest(withJobs);
  const ned = await join(ownApp, 'ned');
  await buy(ned);
  await close(ned);
  await until(async () => {
    const row = await ownApp.ctx.db
      .selectFrom('subscriptions')
      .select('cancelled_at')
      .where('user_id', '=', ned.id)
      .executeTakeFirstOrThrow();
    return row.cancelled_at !== null;
  });
  const sandbox = await ownApp.ctx.db
    .selectFrom('sandbox_subscriptions')
    .select('ends_with_period')
    .executeTakeFirstOrThrow();
  expect(sandbox.ends_with_period).toBe(true);
  // The paid period stays.
  const client = ownApp.client();
  const { body } = await refusalOf(
    client.call(auth.login, { body: { email: 'ned', password: PASSWORD } }),
  );
  const { restoreToken } = body as unknown as { restoreToken: string };
  await client.call(personalData.restoreAccount, { body: { restoreToken } });
  expect(await statusOf({ ...ned, call: client.call.bind(client) })).toMatchObject({
    isActive: true,
    status: 'cancelled',
  });
});
