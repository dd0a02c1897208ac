import * as addresses from '@roost/contract/addresses';
import * as admin from '@roost/contract/admin';
import * as auth from '@roost/contract/auth';
import { loginSecond } from '@roost/contract/factors';
import { loginPasskey } from '@roost/contract/passkeys';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startAppForFile } from '../../../test/support/app.ts';
import { castOf, PASSWORD } from '../../../test/support/cast.ts';
import { promote } from '../../../test/support/staff.ts';
import { codeOf } from '../../../test/support/test-client.ts';

const app = await startAppForFile();
const { alice, bob } = await castOf(app);
await promote(app, alice, 'admin');

describe('blocks of email domains and addresses', () => {
  const block = async (mailDomains: string[], addresses: string[] = []) => {
    onTestFinished(async () => {
      await app.ctx.db
        .updateTable('site_blocks')
        .set({ mail_domains: [], addresses: [] })
        .execute();
      await app.ctx.db
        .updateTable('site_settings')
        .set((is) => ({ blocks_version: is('blocks_version', '+', 1) }))
        .execute();
      app.ctx.site.forget();
    });
    return (await alice.call(admin.setSiteBlocks, { body: { mailDomains, addresses } })).data;
  };
  const register = async (email: string, username = email.split('@')[0]!) =>
    app.client().call(auth.register, {
      body: { username, email, fullName: 'Somebody', password: PASSWORD },
    });

  test('the lists are stored once and in canonical form', async () => {
    const stored = await block(
      ['Spam.Example', '@spam.example', 'a.example'],
      ['192.0.2.7/24', '192.0.2.0/24', '198.51.100.9', '2001:DB8::1/32', '::ffff:203.0.113.5'],
    );
    expect(stored).toEqual({
      mailDomains: ['a.example', 'spam.example'],
      addresses: ['192.0.2.0/24', '198.51.100.9/32', '2001:db8::/32', '203.0.113.5/32'],
    });
    expect((await alice.call(admin.getSiteBlocks, {})).data).toEqual(stored);
  });

  test('nobody registers with a blocked domain or one below it', async () => {
    await block(['spam.example']);
    for (const email of ['one@spam.example', 'two@mail.SPAM.example'])
      expect(await codeOf(register(email))).toBe('403 mail_domain_blocked');
    await register('three@notspam.example');
  });

  test('nobody changes an address to a blocked domain', async () => {
    await block(['spam.example']);
    const change = bob.call(addresses.changeEmail, { body: { email: 'bob@spam.example' } });
    expect(await codeOf(change)).toBe('403 mail_domain_blocked');
  });

  test('nobody registers or signs in from a blocked address', async () => {
    await block([], ['192.0.2.0/24']);
    await app.ctx.db
      .updateTable('site_blocks')
      .set({ addresses: ['127.0.0.0/8'] })
      .execute();
    await app.ctx.db
      .updateTable('site_settings')
      .set((is) => ({ blocks_version: is('blocks_version', '+', 1) }))
      .execute();
    app.ctx.site.forget();
    expect(await codeOf(register('four@example.net'))).toBe('403 address_blocked');
    const login = app.client().call(auth.login, { body: { email: 'bob', password: PASSWORD } });
    expect(await codeOf(login)).toBe('403 address_blocked');
    const second = app.client().call(loginSecond, { body: { challenge: 'any', code: '123456' } });
    expect(await codeOf(second)).toBe('403 address_blocked');
    const response = { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' };
    const body = { id: 'AA', rawId: 'AA', type: 'public-key', response } as const;
    expect(await codeOf(app.client().call(loginPasskey, { body }))).toBe('403 address_blocked');
    // A session that is open stays open.
    await bob.call(auth.getMe, {});
  });

  test('admins cannot block themselves', async () => {
    expect(await codeOf(block([], ['127.0.0.1']))).toBe('400 bad_input');
  });

  test.each([
    { mailDomains: ['nodot'], addresses: [] },
    { mailDomains: ['a@b.example'], addresses: [] },
    { mailDomains: [], addresses: ['300.1.1.1'] },
    { mailDomains: [], addresses: ['10.0.0.0/33'] },
    { mailDomains: [], addresses: ['example.org'] },
  ])('refuses %j', async (body) => {
    expect(await codeOf(alice.call(admin.setSiteBlocks, { body }))).toBe('400 bad_input');
  });
});
