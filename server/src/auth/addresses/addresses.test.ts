import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import * as addresses from '@roost/contract/addresses';
import * as auth from '@roost/contract/auth';
import { setUpTotp } from '@roost/contract/factors';
import { getSecurity, undoChange } from '@roost/contract/security';
import { startAppForFile, withJobs } from '../../../test/support/app.ts';
import { join, PASSWORD, type Member } from '../../../test/support/cast.ts';
import { forgetProof } from '../../../test/support/factors.ts';
import { mailsAbout, mailsIn, plainText, tokenIn } from '../../../test/support/mailbox.ts';
import { isSignedIn } from '../../../test/support/sign-in.ts';
import { refusalOf, type TestClient } from '../../../test/support/test-client.ts';
import { deleteHeldEmails } from './address.queries.ts';

const app = await startAppForFile({ ...withJobs, EMAIL_VERIFICATION: 'soft' });

const CONFIRM = 'Confirm your address for Roost';
const CHANGED = 'The address of your Roost account was changed';
const ASKED = 'A new address was entered for your Roost account';
const TRIED = 'Somebody tried to sign up with your address';
const RESET = 'Choose a new password for Roost';

const register = async (username: string, email = `${username}@example.org`) =>
  app
    .client()
    .call(auth.register, { body: { username, email, fullName: 'A Person', password: PASSWORD } });

async function signUp(username: string): Promise<TestClient> {
  await register(username);
  return signIn(username);
}

async function signIn(email: string): Promise<TestClient> {
  const client = app.client();
  await client.call(auth.login, { body: { email, password: PASSWORD } });
  return client;
}

/** The newest mail to an address about something. */
async function mailTo(email: string, subject: string, count = 1): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    const mails = await mailsAbout(app.dataFolder, subject, tries);
    const own = mails.filter((mail) => mail.includes(`<${email}>`));
    if (own.length >= count) return plainText(String(own.at(-1)));
  }
}

const linkTo = async (email: string, count?: number) =>
  tokenIn(await mailTo(email, CONFIRM, count), 'verify-email');
const verify = async (token: string) =>
  app.client().call(addresses.verifyEmail, { params: { token } });
const security = async (client: TestClient) => (await client.call(getSecurity, {})).data;
const change = async (by: Pick<TestClient, 'call'>, email: string) =>
  by.call(addresses.changeEmail, { body: { email } });

/** A member whose address is verified and who has asked for another one. */
async function asking(username: string): Promise<{ member: Member; token: string; to: string }> {
  const member = await join(app, username);
  const to = `${username}@example.com`;
  await change(member, to);
  return { member, to, token: await linkTo(to) };
}

describe('a new account', () => {
  test('gets a link, which confirms the address once', async () => {
    const client = await signUp('ann');
    expect(await security(client)).toMatchObject({ emailVerified: false, pendingEmail: null });
    expect((await client.call(auth.getMe, {})).data.emailUnverified).toBe(true);
    const token = await linkTo('ann@example.org');
    await verify(token);
    expect(await security(client)).toMatchObject({ emailVerified: true, pendingEmail: null });
    expect((await client.call(auth.getMe, {})).data.emailUnverified).toBeUndefined();
    expect((await refusalOf(verify(token))).body).toMatchObject({
      code: 'bad_token',
      message: 'This link is invalid or has expired.',
    });
  });

  test('gets the link again, and only the newest works', async () => {
    const client = await signUp('ben');
    const first = await linkTo('ben@example.org');
    await client.call(addresses.resendVerification, {});
    const second = await linkTo('ben@example.org', 2);
    await refusalOf(verify(first));
    await verify(second);
    // Nothing is left to confirm.
    const before = (await mailsIn(app.dataFolder)).length;
    await client.call(addresses.resendVerification, {});
    await register('ben_sentinel');
    await linkTo('ben_sentinel@example.org');
    expect((await mailsIn(app.dataFolder)).length).toBe(before + 1);
  });

  test('an expired, an unknown and a foreign link do nothing', async () => {
    const [cleo, dora] = [await signUp('cleo'), await signUp('dora')];
    const [token, other] = [await linkTo('cleo@example.org'), await linkTo('dora@example.org')];
    await sql`update email_links set expires_at = now() where email = 'cleo@example.org'`.execute(
      app.ctx.db,
    );
    for (const bad of [token, `${token.slice(0, 22)}${other.slice(22)}`, 'x', 'A'.repeat(64)])
      expect((await refusalOf(verify(bad))).body.code).toBe('bad_token');
    for (const client of [cleo, dora]) expect((await security(client)).emailVerified).toBe(false);
  });

  test('the database and the jobs hold no token', async () => {
    await signUp('edd');
    const token = await linkTo('edd@example.org');
    const { rows } = await sql<{ row: string }>`
      select email_links::text || encode(token_hash, 'base64') as row from email_links
      where email = 'edd@example.org'
      union all select payload::text from graphile_worker._private_jobs`.execute(app.ctx.db);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('cannot add factors before the address is verified', async () => {
    const client = await signUp('fay');
    const refused = await refusalOf(client.call(setUpTotp, {}));
    expect(refused).toMatchObject({ status: 403, body: { code: 'email_unverified' } });
    await verify(await linkTo('fay@example.org'));
    await client.call(setUpTotp, {});
  });

  test('verifies the address by a reset of the password', async () => {
    const client = await signUp('gus');
    await app.client().call(auth.forgetPassword, { body: { email: 'gus@example.org' } });
    const token = tokenIn(await mailTo('gus@example.org', RESET));
    const body = { password: PASSWORD, confirmpassword: PASSWORD };
    await app.client().call(auth.resetPassword, { params: { token }, body });
    expect(await isSignedIn(client)).toBe(false);
    expect((await security(await signIn('gus'))).emailVerified).toBe(true);
  });
});

describe('a new address', () => {
  test('replaces the old one when the link is used, and both learn of it', async () => {
    const { member, to, token } = await asking('hal');
    expect(await security(member.client)).toMatchObject({
      email: 'hal@example.org',
      pendingEmail: to,
    });
    await mailTo('hal@example.org', ASKED);
    await signIn('hal@example.org');
    expect((await refusalOf(signIn(to))).body.code).toBe('bad_credentials');
    await verify(token);
    expect(await security(member.client)).toMatchObject({
      email: to,
      pendingEmail: null,
      emailVerified: true,
    });
    await mailTo('hal@example.org', CHANGED);
    await signIn(to);
    expect((await refusalOf(signIn('hal@example.org'))).body.code).toBe('bad_credentials');
  });

  test('needs a recent proof', async () => {
    const member = await join(app, 'ivy');
    await forgetProof(app, member.client);
    const refused = await refusalOf(change(member, 'ivy@example.com'));
    expect(refused.body.code).toBe('reauth_required');
    expect((await security(member.client)).pendingEmail).toBeNull();
  });

  test('cannot be the own or a taken one', async () => {
    const [member] = [await join(app, 'jo'), await join(app, 'kai')];
    expect((await refusalOf(change(member, 'JO@example.org'))).body.code).toBe('bad_input');
    const taken = await refusalOf(change(member, 'Kai@Example.org'));
    expect(taken.body).toMatchObject({ code: 'email_taken', errors: [{ path: 'email' }] });
    await mailTo('kai@example.org', TRIED);
  });

  test('of two people who ask for it, the first who confirms it gets it', async () => {
    const [lou, max] = [await join(app, 'lou'), await join(app, 'max')];
    await change(lou, 'shared@example.com');
    const first = await linkTo('shared@example.com');
    await change(max, 'shared@example.com');
    const second = await linkTo('shared@example.com', 2);
    await verify(second);
    expect((await refusalOf(verify(first))).body.code).toBe('email_taken');
    expect((await security(lou.client)).email).toBe('lou@example.org');
  });

  test('ends links for a new password that the old address got', async () => {
    const { member, token } = await asking('ned');
    await app.client().call(auth.forgetPassword, { body: { email: 'ned@example.org' } });
    const reset = tokenIn(await mailTo('ned@example.org', RESET));
    await verify(token);
    const body = { password: 'another passphrase', confirmpassword: 'another passphrase' };
    const refused = await refusalOf(
      app.client().call(auth.resetPassword, { params: { token: reset }, body }),
    );
    expect(refused.body.code).toBe('bad_token');
    expect(await isSignedIn(member.client)).toBe(true);
  });

  test('is dropped by a reset of the password', async () => {
    const { token } = await asking('oda');
    await app.client().call(auth.forgetPassword, { body: { email: 'oda@example.org' } });
    const reset = tokenIn(await mailTo('oda@example.org', RESET));
    const body = { password: PASSWORD, confirmpassword: PASSWORD };
    await app.client().call(auth.resetPassword, { params: { token: reset }, body });
    expect((await refusalOf(verify(token))).body.code).toBe('bad_token');
    expect((await security(await signIn('oda'))).pendingEmail).toBeNull();
  });

  test('leaves the old one held, until its owner returns or the time is over', async () => {
    const { member, token, to } = await asking('pia');
    await verify(token);
    expect((await refusalOf(register('thief', 'pia@example.org'))).body.code).toBe('email_taken');
    await change(member, 'pia@example.org');
    await verify(await linkTo('pia@example.org'));
    expect((await security(member.client)).email).toBe('pia@example.org');
    await deleteHeldEmails(app.ctx);
    expect((await refusalOf(register('heir', to))).body.code).toBe('email_taken');
    await sql`update emails set held_until = now() where email = ${to}`.execute(app.ctx.db);
    await deleteHeldEmails(app.ctx);
    await register('heir', to);
  });
});

describe('undoing', () => {
  test('the notice to the old address brings it back', async () => {
    const { member, token, to } = await asking('quin');
    await verify(token);
    const undo = tokenIn(await mailTo('quin@example.org', CHANGED), 'undo');
    await app.client().call(undoChange, { params: { token: undo } });
    expect(await isSignedIn(member.client)).toBe(false);
    await mailTo('quin@example.org', RESET);
    const thief = await signIn('quin@example.org');
    const refused = await refusalOf(change(thief, 'thief@example.com'));
    expect(refused.body.code).toBe('reset_required');
    const client = await signIn('quin@example.org');
    expect(await security(client)).toMatchObject({
      email: 'quin@example.org',
      emailVerified: false,
    });
    // The other address is free at once.
    await register('friend', to);
  });

  test('it also drops a change that waits', async () => {
    const { token } = await asking('ray');
    const undo = tokenIn(await mailTo('ray@example.org', ASKED), 'undo');
    await app.client().call(undoChange, { params: { token: undo } });
    expect((await refusalOf(verify(token))).body.code).toBe('bad_token');
  });

  test('no notice that the new address got can undo it', async () => {
    const { member, token, to } = await asking('sam');
    await verify(token);
    await member.call(auth.updatePassword, {
      body: { oldpassword: PASSWORD, newpassword: 'another passphrase' },
    });
    const thief = tokenIn(await mailTo(to, 'Your Roost password was changed'), 'undo');
    const owner = tokenIn(await mailTo('sam@example.org', CHANGED), 'undo');
    await app.client().call(undoChange, { params: { token: owner } });
    const refused = await refusalOf(app.client().call(undoChange, { params: { token: thief } }));
    expect(refused.body.code).toBe('bad_token');
  });
});

describe('a taken address', () => {
  test('its owner gets one mail a day', async () => {
    await join(app, 'tim');
    for (let n = 0; n < 3; n += 1)
      expect((await refusalOf(register(`other${n}`, 'tim@example.org'))).body.code).toBe(
        'email_taken',
      );
    const mail = await mailTo('tim@example.org', TRIED);
    expect(mail).toMatch(/When: \w+ \d+, \d{4}.* \(UTC\)/);
    expect(mail).toContain('Device: Unknown device');
    expect(mail).toContain('Network address: 127.0.0.1');
    await register('tim_sentinel');
    await linkTo('tim_sentinel@example.org');
    const mails = await mailsAbout(app.dataFolder, TRIED);
    expect(mails.filter((mail) => mail.includes('<tim@example.org>'))).toHaveLength(1);
    await sql`update accounts set address_tried_at = now() - interval '25 hours'
      where email = 'tim@example.org'`.execute(app.ctx.db);
    await refusalOf(register('other4', 'tim@example.org'));
    await mailTo('tim@example.org', TRIED, 2);
  });
});
