import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import * as auth from '@roost/contract/auth';
import * as factors from '@roost/contract/factors';
import { startAppForFile } from '../../../test/support/app.ts';
import { join, PASSWORD, type Member } from '../../../test/support/cast.ts';
import { codeOf, forgetProof, forgetUsedCodes, withTotp } from '../../../test/support/factors.ts';
import { isSignedIn, signIn } from '../../../test/support/sign-in.ts';
import { refusalOf } from '../../../test/support/test-client.ts';
import { findAccountById } from '../account.queries.ts';
import { makeChallenge } from '../challenges/challenges.ts';
import { passwordTagOf, secondFactorChallenge } from './ask-for-second-factor.ts';

const app = await startAppForFile();

const give = async (challenge: string, code: string, client = app.client()) =>
  client.call(factors.loginSecond, { body: { challenge, code } });

/** Signs in with the password, and returns the refusal. */
const tryPassword = async ({ username }: Member, client = app.client()) =>
  refusalOf(client.call(auth.login, { body: { email: username, password: PASSWORD } }));

const challengeOf = async (member: Member) => String((await tryPassword(member)).body.challenge);

describe('setting up an app', () => {
  test('the app counts only after a right code', async () => {
    const member = await join(app, 'ann');
    const { secret, uri } = (await member.call(factors.setUpTotp, {})).data;
    expect(uri).toContain(`secret=${secret}`);
    await signIn(app, member);
    const wrong = await refusalOf(
      member.call(factors.enableTotp, { body: { code: codeOf(secret, 5) } }),
    );
    expect(wrong.body).toMatchObject({ code: 'wrong_code', errors: [{ path: 'code' }] });
    await signIn(app, member);
    const { data } = await member.call(factors.enableTotp, { body: { code: codeOf(secret) } });
    expect(new Set(data.recoveryCodes).size).toBe(10);
    expect((await tryPassword(member)).status).toBe(401);
  });

  test('a new set-up leaves the app in use until its code is there', async () => {
    const member = await join(app, 'ben');
    const old = await withTotp(app, member);
    const { secret } = (await member.call(factors.setUpTotp, {})).data;
    await give(await challengeOf(member), codeOf(old.secret));
    await member.call(factors.enableTotp, { body: { code: codeOf(secret) } });
    await forgetUsedCodes(app, member);
    const refused = await refusalOf(give(await challengeOf(member), codeOf(old.secret)));
    expect(refused.body.code).toBe('bad_code');
    await refusalOf(give(await challengeOf(member), old.recoveryCodes[0] as string));
    await give(await challengeOf(member), codeOf(secret));
  });

  test('without a set-up there is nothing to enable, and no recovery codes', async () => {
    const member = await join(app, 'cleo');
    for (const call of [
      async () => member.call(factors.enableTotp, { body: { code: '123456' } }),
      async () => member.call(factors.replaceRecoveryCodes, {}),
    ])
      expect((await refusalOf(call())).body.code).toBe('not_set_up');
  });

  test('the database holds neither the secret nor a recovery code', async () => {
    const member = await join(app, 'dora');
    const { secret, recoveryCodes } = await withTotp(app, member);
    const { rows } = await sql<{ row: string }>`
      select encode(secret, 'escape') || secret::text || second_factors::text as row from second_factors
      union all select recovery_codes::text from recovery_codes
      union all select idempotency_keys::text from idempotency_keys`.execute(app.ctx.db);
    const stored = JSON.stringify(rows);
    for (const text of [
      secret,
      ...recoveryCodes,
      ...recoveryCodes.map((each) => each.replaceAll('-', '')),
    ])
      expect(stored).not.toContain(text);
    expect(rows.length).toBeGreaterThan(10);
  });

  test('an Idempotency-Key does not store the secret', async () => {
    const member = await join(app, 'ed');
    const keyed = { 'Idempotency-Key': 'the same' };
    const first = await member.call(factors.setUpTotp, {}, keyed);
    const second = await member.call(factors.setUpTotp, {}, keyed);
    expect(second.data.secret).not.toBe(first.data.secret);
    const { rows } = await sql`select from idempotency_keys`.execute(app.ctx.db);
    expect(rows).toHaveLength(0);
  });
});

describe('a sign-in with an app', () => {
  test('the password alone opens no session and sets no cookie', async () => {
    const member = await join(app, 'fay');
    await withTotp(app, member);
    const response = await app.client().fetch('/api/auth/login', {
      method: 'POST',
      body: JSON.stringify({ email: 'fay', password: PASSWORD }),
      headers: { 'Content-Type': 'application/json' },
    });
    expect(response.status).toBe(401);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await response.json()).toEqual({
      status: 'fail',
      code: 'second_factor_required',
      message: 'Enter a code of your authenticator app.',
      challenge: expect.stringMatching(/^[\w-]+$/) as string,
      methods: ['totp', 'recoveryCode'],
    });
  });

  test('a wrong password gets the same answer as without an app', async () => {
    const member = await join(app, 'gus');
    await withTotp(app, member);
    const body = { email: 'gus', password: 'not the password' };
    const wrong = await refusalOf(app.client().call(auth.login, { body }));
    expect(wrong.body.code).toBe('bad_credentials');
    expect(wrong.body.challenge).toBeUndefined();
  });

  test('the code opens a session, with the answer of a login', async () => {
    const member = await join(app, 'hal');
    const { secret } = await withTotp(app, member);
    const client = app.client();
    const answer = await give(await challengeOf(member), codeOf(secret), client);
    expect(answer).toMatchObject({ userid: member.id, username: 'hal' });
    expect(await isSignedIn(client)).toBe(true);
  });

  test('a code works once, and no older one works after it', async () => {
    const member = await join(app, 'ivy');
    const { secret } = await withTotp(app, member);
    const code = codeOf(secret);
    await give(await challengeOf(member), code);
    for (const used of [code, codeOf(secret, -1)])
      expect((await refusalOf(give(await challengeOf(member), used))).body.code).toBe('bad_code');
    await give(await challengeOf(member), codeOf(secret, 1));
  });

  test('of parallel sign-ins with one code, one succeeds', async () => {
    const member = await join(app, 'jo');
    const { secret } = await withTotp(app, member);
    const challenges = await Promise.all(
      Array.from({ length: 8 }, async () => challengeOf(member)),
    );
    const code = codeOf(secret);
    const outcomes = await Promise.allSettled(challenges.map(async (each) => give(each, code)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('a recovery code works once, however it is written', async () => {
    const member = await join(app, 'kai');
    const { recoveryCodes } = await withTotp(app, member);
    const code = String(recoveryCodes[3]);
    await give(await challengeOf(member), code.toUpperCase().replaceAll('-', ' '));
    expect((await refusalOf(give(await challengeOf(member), code))).body.code).toBe('bad_code');
  });

  test('a code that a refused person used does not work again', async () => {
    const member = await join(app, 'refused');
    const { recoveryCodes } = await withTotp(app, member);
    const code = String(recoveryCodes[0]);
    const hide = { user_id: member.id, reason: 'suspended' } as const;
    await app.ctx.db.insertInto('hidden_users').values(hide).execute();
    expect((await refusalOf(give(await challengeOf(member), code))).body.code).toBe('suspended');
    await app.ctx.db.deleteFrom('hidden_users').where('user_id', '=', member.id).execute();
    expect((await refusalOf(give(await challengeOf(member), code))).body.code).toBe('bad_code');
  });

  test('new recovery codes replace the old ones', async () => {
    const member = await join(app, 'lou');
    const { recoveryCodes: old } = await withTotp(app, member);
    const { recoveryCodes } = (await member.call(factors.replaceRecoveryCodes, {})).data;
    await refusalOf(give(await challengeOf(member), String(old[0])));
    await give(await challengeOf(member), String(recoveryCodes[0]));
  });

  test('without the app, the password is enough again', async () => {
    const member = await join(app, 'may');
    const { recoveryCodes } = await withTotp(app, member);
    const challenge = await challengeOf(member);
    await member.call(factors.disableTotp, {});
    await signIn(app, member);
    await refusalOf(give(challenge, String(recoveryCodes[0])));
  });
});

describe('a challenge', () => {
  test('five wrong codes end it, and the right one comes too late', async () => {
    const member = await join(app, 'ned');
    const { secret } = await withTotp(app, member);
    const challenge = await challengeOf(member);
    for (let n = 0; n < 5; n += 1)
      expect((await refusalOf(give(challenge, '000000'))).body.code).toBe('bad_code');
    expect((await refusalOf(give(challenge, codeOf(secret)))).body.code).toBe('bad_challenge');
    await give(await challengeOf(member), codeOf(secret));
  });

  test('five parallel tries count like sequential ones', async () => {
    const member = await join(app, 'oda');
    await withTotp(app, member);
    const challenge = await challengeOf(member);
    const tries = Array.from({ length: 20 }, async () => refusalOf(give(challenge, '000000')));
    const codes = (await Promise.all(tries)).map(({ body }) => body.code);
    expect(codes.filter((code) => code === 'bad_code')).toHaveLength(5);
  });

  test('it opens one session', async () => {
    const member = await join(app, 'pia');
    const { secret, recoveryCodes } = await withTotp(app, member);
    const challenge = await challengeOf(member);
    await give(challenge, codeOf(secret));
    const again = await refusalOf(give(challenge, String(recoveryCodes[0])));
    expect(again.body.code).toBe('bad_challenge');
  });

  test('it ends with the password', async () => {
    const member = await join(app, 'quin');
    const { secret } = await withTotp(app, member);
    const challenge = await challengeOf(member);
    await member.call(auth.updatePassword, {
      body: { oldpassword: PASSWORD, newpassword: 'another passphrase' },
    });
    expect((await refusalOf(give(challenge, codeOf(secret)))).body.code).toBe('bad_challenge');
  });

  test('it ends after CHALLENGE_SECONDS', async () => {
    const member = await join(app, 'sam');
    const { secret } = await withTotp(app, member);
    const account = (await findAccountById(app.ctx, member.id))!;
    const content = { userId: member.id, passwordTag: passwordTagOf(account) };
    const after = (seconds: number) => {
      const config = { ...app.ctx.config, challengeSeconds: seconds };
      return makeChallenge({ ...app.ctx, config }, secondFactorChallenge, content);
    };
    const refused = await refusalOf(give(after(-1), codeOf(secret)));
    expect(refused.body.code).toBe('bad_challenge');
    await give(after(60), codeOf(secret));
  });

  test('a changed one does not open', async () => {
    const member = await join(app, 'ray');
    const { secret } = await withTotp(app, member);
    const challenge = await challengeOf(member);
    const last = challenge.at(-1) === 'A' ? 'B' : 'A';
    for (const bad of [`${challenge.slice(0, -1)}${last}`, `${challenge}A`, 'x', 'A'.repeat(200)])
      expect((await refusalOf(give(bad, codeOf(secret)))).body.code).toBe('bad_challenge');
  });
});

describe('a recent proof', () => {
  test.each([
    ['set-up', factors.setUpTotp, {}],
    ['enabling', factors.enableTotp, { body: { code: '123456' } }],
    ['disabling', factors.disableTotp, {}],
    ['recovery codes', factors.replaceRecoveryCodes, {}],
  ] as const)('%s needs one', async (name, endpoint, input) => {
    const member = await join(app, `old_${name.replace(/\W/g, '_')}`);
    await forgetProof(app, member.client);
    const refused = await refusalOf(member.call(endpoint, input as never));
    expect(refused).toMatchObject({ status: 403, body: { code: 'reauth_required' } });
    await member.call(factors.reauth, { body: { password: PASSWORD } });
    const outcome = await member.call(endpoint, input as never).catch((error: unknown) => error);
    expect(JSON.stringify(outcome)).not.toContain('reauth_required');
  });
});
