import { describe, expect, test } from 'vitest';
import * as factors from '@roost/contract/factors';
import { listExports } from '@roost/contract/personal-data';
import { rateLimits } from '@roost/contract/rate-limits';
import { startAppForFile } from '../../../test/support/app.ts';
import { join, PASSWORD, type Member } from '../../../test/support/cast.ts';
import { codeOf, forgetProof, withTotp } from '../../../test/support/factors.ts';
import { signIn } from '../../../test/support/sign-in.ts';
import { refusalOf } from '../../../test/support/test-client.ts';

const app = await startAppForFile({ RATE_LIMITS: 'on' });

const TRIES = rateLimits.reauthFailures.points;

const reauth = async (member: Member, body: { password?: string; code?: string }) =>
  member.call(factors.reauth, { body });
const refused = async (...input: Parameters<typeof reauth>) =>
  (await refusalOf(reauth(...input))).body;
/** Whether the session has a recent proof. */
const isProved = async (member: Member) =>
  member.call(factors.setUpTotp, {}).then(
    () => true,
    () => false,
  );

describe('without an app', () => {
  test('the password proves it, for this session only', async () => {
    const member = await join(app, 'ann');
    const other = await signIn(app, member);
    for (const client of [member.client, other]) await forgetProof(app, client);
    expect(await isProved(member)).toBe(false);
    await reauth(member, { password: PASSWORD });
    expect(await isProved(member)).toBe(true);
    const elsewhere = await refusalOf(other.call(factors.setUpTotp, {}));
    expect(elsewhere.body.code).toBe('reauth_required');
  });

  test('a wrong proof proves nothing', async () => {
    const member = await join(app, 'ben');
    await forgetProof(app, member.client);
    expect(await refused(member, { password: 'not it' })).toMatchObject({
      code: 'wrong_password',
      errors: [{ path: 'password' }],
    });
    expect(await refused(member, { code: '123456' })).toMatchObject({ code: 'wrong_code' });
    expect(await refused(member, {})).toMatchObject({
      code: 'reauth_required',
      methods: ['password'],
    });
    expect(await isProved(member)).toBe(false);
  });

  test('a sign-in counts as a proof', async () => {
    const member = await join(app, 'cleo');
    const client = await signIn(app, member);
    await client.call(factors.setUpTotp, {});
  });
});

describe('with an app', () => {
  test('a refused call already names the ways, so nobody is asked for a password in vain', async () => {
    const member = await join(app, 'dana');
    await forgetProof(app, member.client);
    const before = await refusalOf(member.call(factors.setUpTotp, {}));
    expect(before.body.methods).toEqual(['password']);
    await reauth(member, { password: PASSWORD });
    await withTotp(app, member);
    await forgetProof(app, member.client);
    const after = await refusalOf(member.call(factors.replaceRecoveryCodes, {}));
    expect(after.body).toMatchObject({
      code: 'reauth_required',
      methods: ['totp', 'recoveryCode'],
    });
    // The list of exports has a rule of its own.
    const copies = await refusalOf(member.call(listExports, {}));
    expect(copies.body.methods).toEqual(['totp', 'recoveryCode']);
  });

  test('the password alone gets one answer, right or wrong, and does not count', async () => {
    const member = await join(app, 'dora');
    await withTotp(app, member);
    await forgetProof(app, member.client);
    for (let n = 0; n < TRIES; n += 1)
      for (const password of [PASSWORD, 'not it'])
        expect(await refused(member, { password })).toMatchObject({
          code: 'reauth_required',
          methods: ['totp', 'recoveryCode'],
        });
    expect(await isProved(member)).toBe(false);
  });

  test('a code of the app and a recovery code prove it, once each', async () => {
    const member = await join(app, 'ed');
    const { secret, recoveryCodes } = await withTotp(app, member);
    for (const code of [codeOf(secret), String(recoveryCodes[0])]) {
      await forgetProof(app, member.client);
      await reauth(member, { code });
      expect(await isProved(member)).toBe(true);
      expect(await refused(member, { code })).toMatchObject({ code: 'wrong_code' });
    }
  });

  test('each given proof must be right', async () => {
    const member = await join(app, 'fay');
    const { secret } = await withTotp(app, member);
    const code = codeOf(secret);
    expect(await refused(member, { password: 'not it', code })).toMatchObject({
      code: 'wrong_password',
    });
    expect(await refused(member, { password: PASSWORD, code: '000000' })).toMatchObject({
      code: 'wrong_code',
    });
    // The refusals used no code.
    await reauth(member, { password: PASSWORD, code });
  });
});

describe('limits', () => {
  test('five wrong proofs lock even the right one, and not the sign-in', async () => {
    const member = await join(app, 'gus');
    await reauth(member, { password: PASSWORD });
    const guesses = await Promise.all(
      Array.from({ length: TRIES + 3 }, async () => refused(member, { password: 'not it' })),
    );
    const codes = guesses.map(({ code }) => code).toSorted();
    expect(codes).toEqual([
      ...Array<string>(3).fill('rate_limited'),
      ...Array<string>(TRIES).fill('wrong_password'),
    ]);
    expect(await refused(member, { password: PASSWORD })).toMatchObject({ code: 'rate_limited' });
    await signIn(app, member);
  });

  test('a proof after REAUTH_MINUTES is too old', async () => {
    const member = await join(app, 'hal');
    expect(await isProved(member)).toBe(true);
    await forgetProof(app, member.client);
    expect(await isProved(member)).toBe(false);
  });
});
