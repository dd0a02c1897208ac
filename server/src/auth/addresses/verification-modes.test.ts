import { describe, expect, test } from 'vitest';
import * as addresses from '@roost/contract/addresses';
import * as auth from '@roost/contract/auth';
import * as chat from '@roost/contract/chat';
import * as factors from '@roost/contract/factors';
import * as passkeys from '@roost/contract/passkeys';
import { createPost, type Post } from '@roost/contract/posts';
import { toggleLike } from '@roost/contract/reactions';
import { follow } from '@roost/contract/relations';
import { repost } from '@roost/contract/reposts';
import { getSecurity } from '@roost/contract/security';
import { setMessagePreference } from '@roost/contract/users';
import { startAppForTest, withJobs, type TestApp } from '../../../test/support/app.ts';
import { Authenticator } from '../../../test/support/authenticator.ts';
import { ask } from '../../../test/support/calls.ts';
import { join, PASSWORD, type Member } from '../../../test/support/cast.ts';
import { forgetUsedCodes, codeOf } from '../../../test/support/factors.ts';
import { mailsAbout, mailsIn, tokenIn } from '../../../test/support/mailbox.ts';
import { refusalOf, type TestClient } from '../../../test/support/test-client.ts';
import { connectAs } from '../../../test/support/wire.ts';
import { markEmailVerified } from './address.queries.ts';

const ORIGIN = 'http://roost.example';

async function signUp(app: TestApp, username: string): Promise<TestClient> {
  const email = `${username}@example.org`;
  const body = { username, email, fullName: 'A Person', password: PASSWORD };
  const client = app.client();
  await client.call(auth.register, { body });
  await client.call(auth.login, { body: { email, password: PASSWORD } });
  return client;
}

describe('required', () => {
  /** Everything through which a person reaches others. */
  function reaching(client: TestClient, other: Member, post: Post) {
    return {
      post: async () => client.call(createPost, { body: { content: 'hello' } }),
      comment: async () =>
        client.call(createPost, { body: { content: 'hello', parentPost: post._id } }),
      repost: async () => client.call(repost, { params: { postId: post._id } }),
      like: async () => client.call(toggleLike, { params: { postId: post._id } }),
      message: async () => {
        const { data } = await client.call(chat.openConversation, { params: { userId: other.id } });
        const params = { conversationId: data._id };
        return client.call(chat.sendMessage, { params, body: { content: 'hello', media: [] } });
      },
    };
  }

  test('an unverified person reads, follows and edits the own account only', async () => {
    const app = await startAppForTest({ ...withJobs, EMAIL_VERIFICATION: 'required' });
    const alice = await join(app, 'alice');
    await markEmailVerified(app.ctx, alice.id);
    const post = await alice.post('welcome');
    const client = await signUp(app, 'new');
    for (const [name, reach] of Object.entries(reaching(client, alice, post)))
      expect((await refusalOf(reach())).body.code, name).toBe('email_unverified');
    await client.call(follow, { params: { userId: alice.id } });
    await client.call(setMessagePreference, { body: { messagePreference: 'no one' } });
    expect((await client.fetch('/api/posts/feed')).status).toBe(200);

    const [mail] = await mailsAbout(app.dataFolder, 'Confirm your address for Roost');
    const token = tokenIn(String(mail), 'verify-email');
    await app.client().call(addresses.verifyEmail, { params: { token } });
    for (const reach of Object.values(reaching(client, alice, post))) await reach();
  });

  test('sockets refuse the same', async () => {
    const app = await startAppForTest({ EMAIL_VERIFICATION: 'required' });
    const alice = await join(app, 'alice');
    const client = await signUp(app, 'new');
    const { data } = await client.call(chat.openConversation, { params: { userId: alice.id } });
    const socket = await connectAs(client);
    const message = { content: 'hello', media: [] };
    expect(
      await ask(socket, 'sendMessage', {
        receiverId: alice.id,
        conversationId: data._id,
        message,
      }),
    ).toMatchObject({ ok: false, code: 'email_unverified' });
    expect(await ask(socket, 'callUser', { targetUserId: alice.id, media: 'audio' })).toMatchObject(
      { ok: false, code: 'email_unverified' },
    );
    socket.disconnect();
  });
});

describe('off', () => {
  test('nobody gets a link or a reminder, and everything is allowed', async () => {
    const app = await startAppForTest(withJobs);
    const client = await signUp(app, 'new');
    await client.call(addresses.resendVerification, {});
    await client.call(createPost, { body: { content: 'hello' } });
    expect((await client.call(auth.getMe, {})).data.emailUnverified).toBeUndefined();
    await app.client().call(auth.forgetPassword, { body: { email: 'new@example.org' } });
    await mailsAbout(app.dataFolder, 'Choose a new password for Roost');
    expect(await mailsIn(app.dataFolder)).toHaveLength(1);
  });

  test('a reset by mail keeps the factors, though no address is verified', async () => {
    const app = await startAppForTest({ ...withJobs, PUBLIC_URL: ORIGIN });
    const client = await signUp(app, 'new');
    const { data } = await client.call(passkeys.getNewPasskeyOptions, {});
    const passkey = { ...new Authenticator(ORIGIN).attest(data), name: 'Phone' };
    await client.call(passkeys.addPasskey, { body: passkey });
    const { secret } = (await client.call(factors.setUpTotp, {})).data;
    await client.call(factors.enableTotp, { body: { code: codeOf(secret) } });
    // The first reset verifies the address, so the second one finds older factors.
    for (const count of [1, 2]) {
      await app.client().call(auth.forgetPassword, { body: { email: 'new@example.org' } });
      const mails = await mailsAbout(app.dataFolder, 'Choose a new password for Roost', count);
      const token = tokenIn(String(mails.at(-1)));
      const body = { password: PASSWORD, confirmpassword: PASSWORD };
      await app.client().call(auth.resetPassword, { params: { token }, body });
      const login = { body: { email: 'new', password: PASSWORD } };
      const refused = await refusalOf(app.client().call(auth.login, login));
      expect(refused.body).toMatchObject({
        code: 'second_factor_required',
        methods: ['totp', 'recoveryCode', 'passkey'],
      });
    }
  });
});

describe('soft', () => {
  test('a reset by mail removes factors from before the address was verified, and only these', async () => {
    const app = await startAppForTest({ ...withJobs, EMAIL_VERIFICATION: 'soft' });
    const setVerified = async (at: Date | null) =>
      app.ctx.db.updateTable('accounts').set({ email_verified_at: at }).execute();
    const reset = async (count: number) => {
      await app.client().call(auth.forgetPassword, { body: { email: 'new@example.org' } });
      const mails = await mailsAbout(app.dataFolder, 'Choose a new password for Roost', count);
      const token = tokenIn(String(mails.at(-1)));
      const body = { password: PASSWORD, confirmpassword: PASSWORD };
      await app.client().call(auth.resetPassword, { params: { token }, body });
    };
    const addTotp = async (client: TestClient) => {
      const { secret } = (await client.call(factors.setUpTotp, {})).data;
      await client.call(factors.enableTotp, { body: { code: codeOf(secret) } });
      return secret;
    };
    const first = await signUp(app, 'new');
    await setVerified(new Date());
    await addTotp(first);
    // As if the app came while verification was off.
    await setVerified(null);
    await reset(1);
    const client = app.client();
    const login = { body: { email: 'new', password: PASSWORD } };
    await client.call(auth.login, login);
    const { recent, ...security } = (await client.call(getSecurity, {})).data;
    expect(security).toMatchObject({ totp: false, emailVerified: true });
    expect(recent.map(({ what }) => what)).toContain('totpDisabled');
    const secret = await addTotp(client);
    await reset(2);
    const { body } = await refusalOf(client.call(auth.login, login));
    const { data } = await client.call(getSecurity, {}).catch(() => ({ data: null }));
    expect(data).toBeNull();
    const id = (await app.ctx.db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id;
    await forgetUsedCodes(app, { id } as Member);
    const input = { challenge: String(body.challenge), code: codeOf(secret) };
    await client.call(factors.loginSecond, { body: input });
  });
});
