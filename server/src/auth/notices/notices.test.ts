import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import * as auth from '@roost/contract/auth';
import * as factors from '@roost/contract/factors';
import * as passkeys from '@roost/contract/passkeys';
import { deleteAccount } from '@roost/contract/personal-data';
import { getSecurity, undoChange } from '@roost/contract/security';
import { startAppForFile, withJobs } from '../../../test/support/app.ts';
import { Authenticator } from '../../../test/support/authenticator.ts';
import { join, PASSWORD, type Member } from '../../../test/support/cast.ts';
import { codeOf, withTotp } from '../../../test/support/factors.ts';
import { linkIn, mailsAbout, mailsIn, plainText, tokenIn } from '../../../test/support/mailbox.ts';
import { isSignedIn, signIn } from '../../../test/support/sign-in.ts';
import { refusalOf } from '../../../test/support/test-client.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { deleteOldFormerApps } from '../factors/factor.queries.ts';
import { resetSecondFactor } from '../factors/reset-second-factor.ts';

const ORIGIN = 'http://roost.example';
const app = await startAppForFile({ ...withJobs, PUBLIC_URL: ORIGIN });

const NEW_DEVICE = 'New sign-in to your Roost account';
const TOTP_ADDED = 'An authenticator app was added to your Roost account';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';

/** The newest mail to a person about something. */
async function mailTo({ username }: Member, subject: string, count = 1): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    const mails = await mailsAbout(app.dataFolder, subject, tries);
    const own = mails.filter((mail) => mail.includes(`<${username}@example.org>`));
    if (own.length >= count) return plainText(String(own.at(-1)));
  }
}

const undo = async (token: string, client = app.client()) =>
  client.call(undoChange, { params: { token } });

async function withPasskey(member: Member) {
  const { data } = await member.call(passkeys.getNewPasskeyOptions, {});
  const body = { ...new Authenticator(ORIGIN).attest(data), name: 'Phone' };
  return (await member.call(passkeys.addPasskey, { body })).data;
}

describe('a sign-in on a new device', () => {
  test('the mail says what, when, which device, and how to undo it', async () => {
    const member = await join(app, 'ann');
    await signIn(app, member);
    const body = { email: 'ann', password: PASSWORD };
    await app.client().call(auth.login, { body }, { 'User-Agent': firefox });
    const mail = await mailTo(member, NEW_DEVICE);
    expect(mail).toContain('signed in to your account on a new device');
    expect(mail).toMatch(/When: \w+ \d+, \d{4}.* \(UTC\)/);
    expect(mail).toContain('Device: Firefox on Linux');
    expect(mail).toContain('127.0.0.1');
    expect(linkIn(mail, 'undo').origin).toBe(ORIGIN);
  });

  test('neither the first sign-in nor one on a known device is mailed', async () => {
    const member = await join(app, 'ben');
    const body = { email: 'ben', password: PASSWORD };
    const login = { method: 'POST', body: JSON.stringify(body) };
    const headers = { 'Content-Type': 'application/json' };
    const first = await app.client().fetch('/api/auth/login', { ...login, headers });
    const [, device = ''] = first.headers.getSetCookie();
    const known = app.client();
    known.cookie = device.split(';')[0];
    expect((await known.fetch('/api/auth/login', { ...login, headers })).status).toBe(200);
    const { rows } = await sql`select from security_notices where user_id = ${member.id}`.execute(
      app.ctx.db,
    );
    expect(rows).toEqual([]);
  });
});

describe('a change is mailed', () => {
  test('the password, by its owner and by a mailed link', async () => {
    const member = await join(app, 'cleo');
    const password = 'another passphrase';
    await member.call(auth.updatePassword, {
      body: { oldpassword: PASSWORD, newpassword: password },
    });
    await mailTo(member, 'Your Roost password was changed');
    await app.client().call(auth.forgetPassword, { body: { email: 'cleo@example.org' } });
    const token = tokenIn(await mailTo(member, 'Choose a new password for Roost'));
    const body = { password: PASSWORD, confirmpassword: PASSWORD };
    await app.client().call(auth.resetPassword, { params: { token }, body });
    const second = await mailTo(member, 'Your Roost password was changed', 2);
    expect(second).toContain('by a link in an email');
  });

  test('each change of a factor', async () => {
    const member = await join(app, 'dora');
    await withTotp(app, member);
    await member.call(factors.replaceRecoveryCodes, {});
    await member.call(factors.disableTotp, {});
    const { _id } = await withPasskey(member);
    await member.call(passkeys.removePasskey, { params: { passkeyId: _id } });
    for (const subject of [
      TOTP_ADDED,
      'The recovery codes of your Roost account were replaced',
      'The authenticator app was removed from your Roost account',
      'A passkey was added to your Roost account',
      'A passkey was removed from your Roost account',
    ])
      await mailTo(member, subject);
    // There is nothing to disable any more.
    await member.call(factors.disableTotp, {});
    const { recent } = (await member.call(getSecurity, {})).data;
    expect(recent.filter(({ what }) => what === 'totpDisabled')).toHaveLength(1);
  });

  test('a reset of the second factor by the operator', async () => {
    const member = await join(app, 'ed');
    expect(await transaction(app.ctx, async (tx) => resetSecondFactor(tx, member.id))).toBe(false);
    await withTotp(app, member);
    expect(await transaction(app.ctx, async (tx) => resetSecondFactor(tx, member.id))).toBe(true);
    const mail = await mailTo(member, 'The second factor of your Roost account was reset');
    expect(mail).toContain('Who: the operator of this site');
    expect(mail).not.toMatch(/Device:|Network address:|If it was you/);
    await signIn(app, member);
  });
});

describe('undoing', () => {
  test('it removes newer factors, ends all sessions and mails a link, but signs nobody in', async () => {
    const member = await join(app, 'fay');
    const elsewhere = await signIn(app, member);
    await withPasskey(member);
    await withTotp(app, member);
    await withPasskey(member);
    const client = app.client();
    await undo(tokenIn(await mailTo(member, TOTP_ADDED), 'undo'), client);
    expect(client.cookie).toBeUndefined();
    for (const each of [member.client, elsewhere]) expect(await isSignedIn(each)).toBe(false);
    const fresh = await signIn(app, member);
    const { data } = await fresh.call(getSecurity, {});
    expect(data).toMatchObject({ totp: false, recoveryCodesLeft: 0 });
    // The older passkey stays.
    expect(data.passkeys).toHaveLength(1);
    const token = tokenIn(await mailTo(member, 'Choose a new password for Roost'));
    const password = 'a passphrase I remember';
    const body = { password, confirmpassword: password };
    await app.client().call(auth.resetPassword, { params: { token }, body });
  });

  test.each([
    [
      'replaced',
      TOTP_ADDED,
      2,
      async (member: Member) => {
        const { secret } = (await member.call(factors.setUpTotp, {})).data;
        await member.call(factors.enableTotp, { body: { code: codeOf(secret) } });
        // A second change of the thief does not matter.
        await member.call(factors.disableTotp, {});
      },
    ],
    [
      'disabled',
      'The authenticator app was removed from your Roost account',
      1,
      async (member: Member) => {
        await member.call(factors.disableTotp, {});
        await withTotp(app, member);
      },
    ],
  ] as const)('an app that was %s is in use again', async (name, subject, count, change) => {
    const member = await join(app, name);
    const { secret } = await withTotp(app, member);
    await change(member);
    await undo(tokenIn(await mailTo(member, subject, count), 'undo'));
    const body = { email: name, password: PASSWORD };
    const refused = await refusalOf(app.client().call(auth.login, { body }));
    expect(refused.body).toMatchObject({ code: 'second_factor_required', methods: ['totp'] });
    const challenge = String(refused.body.challenge);
    const client = app.client();
    await client.call(factors.loginSecond, { body: { challenge, code: codeOf(secret) } });
    expect((await client.call(getSecurity, {})).data.totp).toBe(true);
  });

  test('an old app is kept only while a notice can bring it back', async () => {
    const member = await join(app, 'nell');
    await withTotp(app, member);
    await member.call(factors.disableTotp, {});
    const kept = async (hours: number) => {
      await sql`update former_apps set removed_at = now() - make_interval(hours => ${hours}::int)
        where user_id = ${member.id}`.execute(app.ctx.db);
      await deleteOldFormerApps(app.ctx);
      const { rows } = await sql`select from former_apps where user_id = ${member.id}`.execute(
        app.ctx.db,
      );
      return rows.length;
    };
    expect(await kept(72)).toBe(1);
    expect(await kept(74)).toBe(0);
  });

  test('the mail with a new password comes even if the budget of mails is used up', async () => {
    const member = await join(app, 'gus');
    await withTotp(app, member);
    await app.client().call(auth.forgetPassword, { body: { email: 'gus@example.org' } });
    await mailTo(member, 'Choose a new password for Roost');
    await undo(tokenIn(await mailTo(member, TOTP_ADDED), 'undo'));
    await mailTo(member, 'Choose a new password for Roost', 2);
  });

  test('afterwards only a new password by mail allows changes again', async () => {
    const member = await join(app, 'lou');
    await withTotp(app, member);
    await undo(tokenIn(await mailTo(member, TOTP_ADDED), 'undo'));
    const thief = await signIn(app, member);
    const newpassword = 'another passphrase';
    for (const call of [
      async () => thief.call(auth.updatePassword, { body: { oldpassword: PASSWORD, newpassword } }),
      async () => thief.call(factors.setUpTotp, {}),
      async () => thief.call(factors.disableTotp, {}),
      async () => thief.call(factors.replaceRecoveryCodes, {}),
      async () => thief.call(passkeys.getNewPasskeyOptions, {}),
      async () => thief.call(passkeys.removePasskey, { params: { passkeyId: member.id } }),
      async () => thief.call(deleteAccount, {}),
    ])
      expect((await refusalOf(call())).body.code).toBe('reset_required');
    const token = tokenIn(await mailTo(member, 'Choose a new password for Roost'));
    const body = { password: newpassword, confirmpassword: newpassword };
    await app.client().call(auth.resetPassword, { params: { token }, body });
    const owner = app.client();
    await owner.call(auth.login, { body: { email: 'lou', password: newpassword } });
    await owner.call(factors.setUpTotp, {});
  });

  test('a link works once, and no link of a later notice works after it', async () => {
    const member = await join(app, 'hal');
    await withTotp(app, member);
    await member.call(factors.replaceRecoveryCodes, {});
    const token = tokenIn(await mailTo(member, TOTP_ADDED), 'undo');
    const replaced = 'The recovery codes of your Roost account were replaced';
    const later = tokenIn(await mailTo(member, replaced), 'undo');
    await undo(token);
    for (const used of [token, later])
      expect((await refusalOf(undo(used))).body.code).toBe('bad_token');
  });

  test('unknown, foreign and expired links get one answer', async () => {
    const [member, other] = [await join(app, 'ivy'), await join(app, 'jo')];
    await withTotp(app, member);
    await withTotp(app, other);
    const token = tokenIn(await mailTo(member, TOTP_ADDED), 'undo');
    const foreign = tokenIn(await mailTo(other, TOTP_ADDED), 'undo');
    await sql`update security_notices set expires_at = now() where user_id = ${member.id}`.execute(
      app.ctx.db,
    );
    const mixed = `${token.slice(0, 22)}${foreign.slice(22)}`;
    const answers = new Set<string>();
    for (const bad of [token, mixed, `${foreign}A`, 'x', 'A'.repeat(64)])
      answers.add(JSON.stringify((await refusalOf(undo(bad))).body));
    expect(answers.size).toBe(1);
    expect([...answers][0]).toContain('This link is invalid or has expired.');
    expect(await isSignedIn(member.client)).toBe(true);
  });

  test('the database and the jobs hold no token', async () => {
    const member = await join(app, 'kai');
    await withTotp(app, member);
    const token = tokenIn(await mailTo(member, TOTP_ADDED), 'undo');
    const { rows } = await sql<{ row: string }>`
      select security_notices::text || encode(token_hash, 'base64') as row from security_notices
      where user_id = ${member.id}
      union all select payload::text from graphile_worker._private_jobs`.execute(app.ctx.db);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect((await mailsIn(app.dataFolder)).length).toBeGreaterThan(0);
  });
});
