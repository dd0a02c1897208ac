import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import * as auth from '@roost/contract/auth';
import * as factors from '@roost/contract/factors';
import { getSecurity } from '@roost/contract/security';
import { startAppForFile } from '../../../test/support/app.ts';
import { join, PASSWORD, type Member } from '../../../test/support/cast.ts';
import { withTotp } from '../../../test/support/factors.ts';
import { signIn } from '../../../test/support/sign-in.ts';
import { refusalOf } from '../../../test/support/test-client.ts';
import { deleteOldActivity } from '../activity/activity.queries.ts';

const app = await startAppForFile();

const security = async ({ client }: Pick<Member, 'client'>) =>
  (await client.call(getSecurity, {})).data;
const recentOf = async (member: Pick<Member, 'client'>) =>
  (await security(member)).recent.map(({ what }) => what);
const fail = async (email: string, password = 'not it') =>
  refusalOf(app.client().call(auth.login, { body: { email, password } }));

test('it lists what protects the account', async () => {
  const member = await join(app, 'ann');
  expect(await security(member)).toMatchObject({
    email: 'ann@example.org',
    totp: false,
    passkeys: [],
    passkeysOffered: false,
    recoveryCodesLeft: 0,
  });
  const { recoveryCodes } = await withTotp(app, member);
  const { body } = await fail('ann', PASSWORD);
  const input = { challenge: String(body.challenge), code: String(recoveryCodes[0]) };
  await app.client().call(factors.loginSecond, { body: input });
  expect(await security(member)).toMatchObject({ totp: true, recoveryCodesLeft: 9 });
});

describe('recent activity', () => {
  test('sign-ins, failures and changes are there at once, newest first', async () => {
    const member = await join(app, 'ben');
    await fail('ben');
    const client = await signIn(app, member);
    await client.call(auth.updatePassword, {
      body: { oldpassword: PASSWORD, newpassword: 'another passphrase' },
    });
    await refusalOf(client.call(factors.reauth, { body: { password: PASSWORD } }));
    expect(await recentOf({ client })).toEqual([
      'reauthFailed',
      'passwordChanged',
      'signIn',
      'signInFailed',
    ]);
  });

  test('an entry has the time, the device and the address', async () => {
    await join(app, 'cleo');
    const client = app.client();
    const headers = { 'User-Agent': 'A phone' };
    await client.call(auth.login, { body: { email: 'cleo', password: PASSWORD } }, headers);
    const [entry] = (await security({ client })).recent;
    expect(entry).toMatchObject({ what: 'signIn', device: 'A phone', address: '127.0.0.1' });
    expect(Math.abs(Date.parse(entry?.at ?? '') - Date.now())).toBeLessThan(60_000);
  });

  test('a wrong code is there, and so is a used recovery code', async () => {
    const member = await join(app, 'dora');
    const { recoveryCodes } = await withTotp(app, member);
    for (const code of ['000000', String(recoveryCodes[0])]) {
      const { body } = await fail('dora', PASSWORD);
      const input = { challenge: String(body.challenge), code };
      await app
        .client()
        .call(factors.loginSecond, { body: input })
        .catch(() => {});
    }
    const recent = await recentOf(member);
    expect(recent.slice(0, 3).toSorted()).toEqual(['codeFailed', 'recoveryCodeUsed', 'signIn']);
    expect(recent.slice(3)).toEqual(['totpEnabled']);
  });

  test('nobody sees the activity of others', async () => {
    const [member] = [await join(app, 'ed'), await fail('ann')];
    expect(await recentOf(member)).toEqual([]);
  });

  test('failures of strangers push out nothing else, and are bounded', async () => {
    const member = await join(app, 'fay');
    await signIn(app, member);
    for (let n = 0; n < 250; n += 1)
      app.ctx.failedAttempts.add(app.ctx, {
        userId: member.id,
        what: 'signInFailed',
        client: { device: 'x'.repeat(1_000), address: '::1' },
      });
    const { recent } = await security(member);
    expect(recent).toHaveLength(101);
    expect(recent.at(-1)?.what ?? '').toBe('signIn');
    const { rows } = await sql`select from account_activity where user_id = ${member.id}`.execute(
      app.ctx.db,
    );
    expect(rows).toHaveLength(101);
  });

  test('entries disappear after ACTIVITY_DAYS', async () => {
    const member = await join(app, 'gus');
    await signIn(app, member);
    await sql`update account_activity set at = now() - interval '91 days'
      where user_id = ${member.id}`.execute(app.ctx.db);
    expect(await recentOf(member)).toEqual([]);
    await deleteOldActivity(app.ctx);
    const { rows } = await sql`select from account_activity where user_id = ${member.id}`.execute(
      app.ctx.db,
    );
    expect(rows).toEqual([]);
    await signIn(app, member);
    await deleteOldActivity(app.ctx);
    expect(await recentOf(member)).toEqual(['signIn']);
  });
});

test('a failed sign-in runs the same statements for a known and an unknown account', async () => {
  await join(app, 'hal');
  const statementsOf = async (name: string) => {
    await app.ctx.failedAttempts.flush();
    app.statements.length = 0;
    await fail(name);
    return [...app.statements];
  };
  expect(await statementsOf('hal')).toEqual(await statementsOf('nobody_at_all'));
});
