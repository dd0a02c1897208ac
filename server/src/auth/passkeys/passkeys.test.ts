import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import * as auth from '@roost/contract/auth';
import { reauth } from '@roost/contract/factors';
import * as passkeys from '@roost/contract/passkeys';
import { startAppForFile, startAppForTest, type TestApp } from '../../../test/support/app.ts';
import { Authenticator } from '../../../test/support/authenticator.ts';
import { join, PASSWORD, type Member } from '../../../test/support/cast.ts';
import { forgetProof, withTotp } from '../../../test/support/factors.ts';
import { NOBODY } from '../../../test/support/requests.ts';
import { isSignedIn } from '../../../test/support/sign-in.ts';
import { refusalOf } from '../../../test/support/test-client.ts';

const ORIGIN = 'http://roost.example';
const app = await startAppForFile({ PUBLIC_URL: ORIGIN });

const optionsFor = async (member: Member) =>
  (await member.call(passkeys.getNewPasskeyOptions, {})).data;
const options = async () => (await app.client().call(passkeys.getPasskeyOptions, {})).data;
const logIn = async (body: passkeys.Assertion, client = app.client()) =>
  client.call(passkeys.loginPasskey, { body });

async function withPasskey(member: Member, name = 'Laptop') {
  const authenticator = new Authenticator(ORIGIN);
  const attestation = authenticator.attest(await optionsFor(member));
  const { data } = await member.call(passkeys.addPasskey, { body: { ...attestation, name } });
  return { authenticator, passkey: data };
}

describe('adding a passkey', () => {
  test('the options name the person, the site and the rules', async () => {
    const member = await join(app, 'ann');
    expect(await optionsFor(member)).toMatchObject({
      rp: { id: 'roost.example' },
      user: { name: 'ann' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    const { authenticator, passkey } = await withPasskey(member);
    expect(passkey).toMatchObject({ name: 'Laptop', lastUsedAt: null });
    expect((await optionsFor(member)).excludeCredentials).toMatchObject([
      { id: authenticator.id.toString('base64url') },
    ]);
  });

  test.each<[string, Parameters<Authenticator['attest']>[1]]>([
    ['another origin', { origin: 'http://evil.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['without verification of the user', { isUserVerified: false }],
  ])('%s is refused', async (name, behaviour) => {
    const member = await join(app, `add_${name.replace(/\W/g, '')}`);
    const attestation = new Authenticator(ORIGIN).attest(await optionsFor(member), behaviour);
    const refused = await refusalOf(member.call(passkeys.addPasskey, { body: attestation }));
    expect(refused.body.code).toBe('wrong_passkey');
  });

  test('a challenge works once, and only in its session', async () => {
    const [member, other] = [await join(app, 'ben'), await join(app, 'cleo')];
    const given = await optionsFor(member);
    const foreign = new Authenticator(ORIGIN).attest(given);
    const refused = await refusalOf(other.call(passkeys.addPasskey, { body: foreign }));
    expect(refused.body.code).toBe('wrong_passkey');
    const [first, second] = [new Authenticator(ORIGIN), new Authenticator(ORIGIN)];
    await member.call(passkeys.addPasskey, { body: first.attest(given) });
    await refusalOf(member.call(passkeys.addPasskey, { body: second.attest(given) }));
    // A challenge of a sign-in adds nothing.
    const login = { ...(await options()), user: given['user'] };
    await refusalOf(member.call(passkeys.addPasskey, { body: second.attest(login) }));
  });

  test('an account has at most 20', async () => {
    const member = await join(app, 'dora');
    for (let n = 0; n < 20; n += 1) await withPasskey(member);
    const attestation = new Authenticator(ORIGIN).attest(await optionsFor(member));
    const refused = await refusalOf(member.call(passkeys.addPasskey, { body: attestation }));
    expect(refused.body.code).toBe('too_many_passkeys');
  });

  test('changes need a recent proof', async () => {
    const member = await join(app, 'ed');
    const { passkey } = await withPasskey(member);
    const attestation = new Authenticator(ORIGIN).attest(await optionsFor(member));
    await forgetProof(app, member.client);
    for (const call of [
      async () => member.call(passkeys.getNewPasskeyOptions, {}),
      async () => member.call(passkeys.addPasskey, { body: attestation }),
      async () => member.call(passkeys.removePasskey, { params: { passkeyId: passkey._id } }),
    ])
      expect((await refusalOf(call())).body.code).toBe('reauth_required');
  });
});

describe('signing in', () => {
  test('a passkey alone opens a session, also beside an app', async () => {
    const member = await join(app, 'fay');
    const { authenticator } = await withPasskey(member);
    await withTotp(app, member);
    const client = app.client();
    const answer = await logIn(authenticator.assert(await options()), client);
    expect(answer).toMatchObject({ userid: member.id, username: 'fay' });
    expect(await isSignedIn(client)).toBe(true);
    // The refusal of the password names the passkey.
    const body = { email: 'fay', password: PASSWORD };
    const refused = await refusalOf(app.client().call(auth.login, { body }));
    expect(refused.body.methods).toEqual(['totp', 'recoveryCode', 'passkey']);
  });

  test('the options reveal no account, and store nothing', async () => {
    const { rows: before } = await sql`select from challenge_tries`.execute(app.ctx.db);
    const { challenge: one, ...first } = await options();
    const { challenge: other, ...second } = await options();
    expect(first).toEqual(second);
    expect(first).toMatchObject({ rpId: 'roost.example', userVerification: 'required' });
    expect(one).not.toBe(other);
    const { rows } = await sql`select from challenge_tries`.execute(app.ctx.db);
    expect(rows).toHaveLength(before.length);
  });

  test('a challenge works once', async () => {
    const { authenticator } = await withPasskey(await join(app, 'gus'));
    const given = await options();
    const proof = authenticator.assert(given);
    await logIn(proof);
    for (const again of [proof, authenticator.assert(given)])
      expect((await refusalOf(logIn(again))).body.code).toBe('bad_passkey');
  });

  test.each<[string, Parameters<Authenticator['assert']>[1]]>([
    ['another origin', { origin: 'http://evil.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['without verification of the user', { isUserVerified: false }],
  ])('%s is refused', async (name, behaviour) => {
    const { authenticator } = await withPasskey(await join(app, `in_${name.replace(/\W/g, '')}`));
    const refused = await refusalOf(logIn(authenticator.assert(await options(), behaviour)));
    expect(refused).toMatchObject({ status: 401, body: { code: 'bad_passkey' } });
  });

  test('an unknown passkey, a foreign signature and a foreign challenge get the same answer', async () => {
    const member = await join(app, 'hal');
    const { authenticator } = await withPasskey(member);
    const proof = authenticator.assert(await options());
    const { authenticator: other } = await withPasskey(await join(app, 'ivy'));
    const foreign = other.assert(await options());
    const unknown = { ...proof, id: 'AAAA', rawId: 'AAAA' };
    const signature = foreign.response.signature;
    const forged = { ...proof, response: { ...proof.response, signature } };
    const invented = authenticator.assert({ challenge: 'A'.repeat(80) });
    const answers = [];
    for (const bad of [unknown, forged, invented])
      answers.push(JSON.stringify((await refusalOf(logIn(bad))).body));
    expect(new Set(answers).size).toBe(1);
  });

  test('a removed passkey does not sign in', async () => {
    const [member, other] = [await join(app, 'jo'), await join(app, 'kai')];
    const { authenticator, passkey } = await withPasskey(member);
    const params = { passkeyId: passkey._id };
    expect((await refusalOf(other.call(passkeys.removePasskey, { params }))).status).toBe(404);
    await logIn(authenticator.assert(await options()));
    await member.call(passkeys.removePasskey, { params });
    await refusalOf(logIn(authenticator.assert(await options())));
    expect((await refusalOf(member.call(passkeys.removePasskey, { params }))).status).toBe(404);
    const nobody = { passkeyId: NOBODY };
    expect((await refusalOf(member.call(passkeys.removePasskey, { params: nobody }))).status).toBe(
      404,
    );
  });
});

describe('a proof in a session', () => {
  test('a passkey proves it, and only the viewer’s own', async () => {
    const [member, other] = [await join(app, 'lou'), await join(app, 'may')];
    const { authenticator } = await withPasskey(member);
    const { authenticator: foreign } = await withPasskey(other);
    await forgetProof(app, member.client);
    const missing = await refusalOf(member.call(reauth, { body: {} }));
    expect(missing.body.methods).toEqual(['password', 'passkey']);
    const wrong = { passkey: foreign.assert(await options()) };
    expect((await refusalOf(member.call(reauth, { body: wrong }))).body.code).toBe('wrong_passkey');
    await refusalOf(member.call(passkeys.getNewPasskeyOptions, {}));
    await member.call(reauth, { body: { passkey: authenticator.assert(await options()) } });
    await optionsFor(member);
  });
});

describe('where passkeys are not on offer', () => {
  const isOffered = async (to: TestApp) => {
    const response = await to.client().fetch('/api/auth/login/passkey/options', { method: 'POST' });
    if (response.ok) return true;
    expect(await response.json()).toMatchObject({ code: 'not_offered' });
    return false;
  };

  test.each([
    ['http://192.168.1.7:3000', false],
    ['http://[2001:db8::1]', false],
    ['https://roost.example', true],
    ['', false],
  ])('with PUBLIC_URL %j: %s', async (publicUrl, expected) => {
    const own = await startAppForTest(publicUrl ? { PUBLIC_URL: publicUrl } : {});
    expect(await isOffered(own)).toBe(expected);
  });
});
