import { expect, test } from 'vitest';
import * as auth from '@roost/contract/auth';
import { loginSecond } from '@roost/contract/factors';
import * as passkeys from '@roost/contract/passkeys';
import { deleteAccount, restoreAccount } from '@roost/contract/personal-data';
import { startAppForFile } from '../../test/support/app.ts';
import { Authenticator } from '../../test/support/authenticator.ts';
import { join, PASSWORD } from '../../test/support/cast.ts';
import { codeOf, withTotp } from '../../test/support/factors.ts';
import { refusalOf } from '../../test/support/test-client.ts';

const ORIGIN = 'http://roost.example';
const app = await startAppForFile({ PUBLIC_URL: ORIGIN });

const tryPassword = async (email: string) =>
  app.client().call(auth.login, { body: { email, password: PASSWORD } });

async function block(addresses: string[]): Promise<void> {
  const { db, site } = app.ctx;
  await db.updateTable('site_blocks').set({ addresses }).execute();
  await db
    .updateTable('site_settings')
    .set((is) => ({ blocks_version: is('blocks_version', '+', 1) }))
    .execute();
  site.forget();
}

test('nobody signs in from a blocked network address, in whatever way', async () => {
  const ann = await join(app, 'ann');
  const { secret } = await withTotp(app, ann);
  const { challenge } = (await refusalOf(tryPassword('ann'))).body as { challenge?: string };
  const ben = await join(app, 'ben');
  const authenticator = new Authenticator(ORIGIN);
  const { data } = await ben.call(passkeys.getNewPasskeyOptions, {});
  await ben.call(passkeys.addPasskey, { body: authenticator.attest(data) });
  const asked = (await app.client().call(passkeys.getPasskeyOptions, {})).data;
  const cleo = await join(app, 'cleo');
  await cleo.call(deleteAccount, {});
  const refused = (await refusalOf(tryPassword('cleo'))).body as { restoreToken?: string };

  const client = app.client();
  const [second, assertion] = [String(challenge), authenticator.assert(asked)];
  const restoreToken = String(refused.restoreToken);
  const ways = [
    async () => tryPassword('ben'),
    async () => client.call(loginSecond, { body: { challenge: second, code: codeOf(secret) } }),
    async () => client.call(passkeys.loginPasskey, { body: assertion }),
    async () => client.call(restoreAccount, { body: { restoreToken } }),
  ];
  await block(['127.0.0.0/8']);
  for (const way of ways)
    expect((await refusalOf(way())).body).toMatchObject({ code: 'address_blocked' });
  await block([]);
  // The refusals used nothing up.
  for (const way of ways) await way();
});
