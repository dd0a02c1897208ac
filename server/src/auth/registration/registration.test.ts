// Long because the modes of registration are tested on one server and with the same people.
import * as auth from '@roost/contract/auth';
import * as admin from '@roost/contract/admin';
import { addNote } from '@roost/contract/moderation';
import { getUser } from '@roost/contract/users';
import { searchUsers } from '@roost/contract/search';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  startAppForFile,
  startAppForTest,
  withJobs,
  type TestApp,
} from '../../../test/support/app.ts';
import { join, PASSWORD, type Member } from '../../../test/support/cast.ts';
import { expectFailure } from '../../../test/support/failure.ts';
import { waitForMails } from '../../../test/support/mailbox.ts';
import { refusalOf } from '../../../test/support/test-client.ts';
import { changeRole } from '../policy/change-role.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { storeInvite } from '../../admin/invites/make-invite.ts';

const app = await startAppForFile(withJobs);
const root = await joinAdmin(app, 'root_admin');
const alice = await join(app, 'alice');

async function joinAdmin(node: TestApp, username: string): Promise<Member> {
  const member = await join(node, username);
  await transaction(node.ctx, async (tx) => changeRole(tx, member.id, 'admin'));
  return member;
}

type Mode = 'open' | 'invite' | 'approval' | 'closed';
/** Sets the mode for one test. */
async function setMode(registration: Mode, node: TestApp = app): Promise<void> {
  const set = async (mode: Mode | null) => {
    await node.ctx.db.updateTable('site_settings').set({ registration: mode }).execute();
    node.ctx.site.forget();
  };
  await set(registration);
  onTestFinished(async () => set(null));
}

let count = 0;
function person(fields: Record<string, unknown> = {}) {
  count += 1;
  const username = `newcomer${count}`;
  return {
    username,
    email: `${username}@example.net`,
    fullName: `Newcomer ${count}`,
    password: PASSWORD,
    ...fields,
  };
}
const register = async (fields: Record<string, unknown> = {}, node: TestApp = app) =>
  node.client().call(auth.register, { body: person(fields) });
const codeOf = async (call: Promise<unknown>) => {
  const { status, body } = await refusalOf(call);
  return `${status} ${body.code}`;
};
const invite = async (fields: { uses?: number; expiresAt?: string } = {}) =>
  (await root.call(admin.makeInvite, { body: fields })).data;
const operatorInvite = async () =>
  transaction(app.ctx, async (tx) => (await storeInvite(tx, { uses: 1, createdBy: null })).result);
const registrationOf = async (userId: string) =>
  app.ctx.db
    .selectFrom('registrations')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();

describe('the modes', () => {
  test('open: everybody may register, and an unknown code does no harm', async () => {
    expect((await register()).data).toBeUndefined();
    await register({ invite: 'unknown' });
  });

  test('invite: only with a code that works', async () => {
    await setMode('invite');
    expect(await codeOf(register())).toBe('400 invite_required');
    expect(await codeOf(register({ invite: '' }))).toBe('400 invite_required');
    expect(await codeOf(register({ invite: 'unknown' }))).toBe('400 invite_invalid');
    const { code } = await invite();
    const { userId } = await register({ invite: ` ${code} ` });
    expect(await registrationOf(userId)).toMatchObject({ is_invited: true, invited_by: root.id });
    expect(await codeOf(register({ invite: code }))).toBe('400 invite_invalid');
  });

  test('closed: only with an invite of the operator', async () => {
    await setMode('closed');
    expect(await codeOf(register())).toBe('403 registration_closed');
    expect(await codeOf(register({ invite: (await invite()).code }))).toBe(
      '403 registration_closed',
    );
    const { userId } = await register({ invite: (await operatorInvite()).code });
    expect(await registrationOf(userId)).toMatchObject({ is_invited: true, invited_by: null });
  });

  test('approval: an invite needs none', async () => {
    await setMode('approval');
    expect((await register({ invite: (await invite()).code })).data).toBeUndefined();
    expect(await codeOf(register({ invite: 'unknown' }))).toBe('400 invite_invalid');
  });

  test.each(['invite', 'approval', 'closed'] as const)(
    'the first account of a new site needs nothing in the mode %s',
    async (mode) => {
      const fresh = await startAppForTest({ REGISTRATION: mode });
      expect((await register({}, fresh)).data).toBeUndefined();
      const next = register({}, fresh);
      if (mode === 'approval') expect((await next).data).toEqual({ pending: true });
      else await expectRefused(next);
    },
  );

  test('of twenty people who want to be the first, one succeeds', async () => {
    const fresh = await startAppForTest({ REGISTRATION: 'closed' });
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, async () => register({}, fresh)),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await fresh.ctx.db.selectFrom('users').select('id').execute()).toHaveLength(1);
  });
});

async function expectRefused(call: Promise<unknown>): Promise<void> {
  expect([400, 403]).toContain((await refusalOf(call)).status);
}

describe('invites', () => {
  test('the code has 128 bits, and the database stores only its hash', async () => {
    const { code } = await invite();
    expect(Buffer.from(code, 'base64url')).toHaveLength(16);
    const rows = await app.ctx.db.selectFrom('invites').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(rows.some(({ code_hash }) => code_hash.toString('base64url') === code)).toBe(false);
  });

  test('twenty people share an invite of three uses: three come in', async () => {
    await setMode('invite');
    const { code, _id } = await invite({ uses: 3 });
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, async () => register({ invite: code })),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const { used } = await app.ctx.db
      .selectFrom('invites')
      .select('used')
      .where('id', '=', _id)
      .executeTakeFirstOrThrow();
    expect(used).toBe(3);
  });

  test('a refused registration uses nothing', async () => {
    await setMode('invite');
    const { code } = await invite();
    expect(await codeOf(register({ invite: code, username: 'ALICE' }))).toBe('409 username_taken');
    await register({ invite: code });
  });

  test('a deleted or expired invite does not work', async () => {
    await setMode('invite');
    const deleted = await invite();
    await root.call(admin.deleteInvite, { params: { inviteId: deleted._id } });
    expect(await codeOf(register({ invite: deleted.code }))).toBe('400 invite_invalid');
    const expired = await invite();
    await app.ctx.db
      .updateTable('invites')
      .set({ expires_at: new Date(0) })
      .where('id', '=', expired._id)
      .execute();
    expect(await codeOf(register({ invite: expired.code }))).toBe('400 invite_invalid');
  });
});

describe('approval', () => {
  const pending = async (fields: Record<string, unknown> = {}) => {
    await setMode('approval');
    const body = person(fields);
    const { userId, data, message } = await app.client().call(auth.register, { body });
    expect(data).toEqual({ pending: true });
    expect(message).toContain('approved');
    return { ...body, userId };
  };
  const login = async (email: string, password = PASSWORD) =>
    app.client().call(auth.login, { body: { email, password } });

  test('a waiting person cannot sign in, and only the right password says why', async () => {
    const { email } = await pending();
    expect(await codeOf(login(email))).toBe('403 awaiting_approval');
    expect(await codeOf(login(email, 'a wrong passphrase'))).toBe('401 bad_credentials');
    const answer = await app.client().fetch('/api/auth/login', {
      method: 'POST',
      body: JSON.stringify({ email, password: PASSWORD }),
      headers: { 'Content-Type': 'application/json' },
    });
    await expectFailure(answer, 'awaiting_approval');
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('nobody can see a waiting person', async () => {
    const { username, userId } = await pending();
    for (const who of [username, userId])
      expect((await refusalOf(alice.call(getUser, { params: { username: who } }))).status).toBe(
        404,
      );
    const found = await alice.call(searchUsers, { query: { query: username } });
    expect(found.data.users.map((each) => each.username)).not.toContain(username);
  });

  test('after the approval the person can sign in, and gets an email', async () => {
    const { email, username, userId } = await pending({ reason: 'I keep bees.' });
    expect((await registrationOf(userId))?.reason).toBe('I keep bees.');
    const before = (await waitForMails(app.dataFolder, 0)).length;
    await root.call(admin.approvePerson, { params: { userId } });
    expect((await login(email)).userid).toBe(userId);
    await alice.call(getUser, { params: { username } });
    expect((await registrationOf(userId))?.reason).toBe('');
    const mail = (await waitForMails(app.dataFolder, before + 1)).at(-1);
    expect(mail).toContain(email);
    expect(mail).toContain('/welcome');
    expect(await codeOf(root.call(admin.approvePerson, { params: { userId } }))).toBe(
      '409 conflict',
    );
  });

  test('a refusal deletes the account, so its name and address are free', async () => {
    const { email, username, userId } = await pending();
    await root.call(addNote, { params: { userId }, body: { text: 'A strange reason' } });
    const ban = { user_id: userId, reason: 'banned' } as const;
    await app.ctx.db.insertInto('hidden_users').values(ban).execute();
    await root.call(admin.refusePerson, { params: { userId } });
    expect(await codeOf(login(email))).toBe('401 bad_credentials');
    const notes = app.ctx.db.selectFrom('moderation_notes').select('id');
    expect(await notes.where('person_id', '=', userId).execute()).toEqual([]);
    for (const table of ['accounts', 'registrations', 'hidden_users', 'user_stats'] as const)
      expect(
        await app.ctx.db
          .selectFrom(table)
          .select('user_id')
          .where('user_id', '=', userId)
          .execute(),
      ).toEqual([]);
    await setMode('open');
    await register({ username, email });
  });

  test('only a waiting person can be refused', async () => {
    expect(await codeOf(root.call(admin.refusePerson, { params: { userId: alice.id } }))).toBe(
      '409 conflict',
    );
    await alice.call(auth.getMe, {});
  });
});

describe('the language of a person', () => {
  test('is that of the browser in which they registered, and they accept its terms', async () => {
    const username = `lena_${Math.random().toString(36).slice(2, 9)}`;
    const { userId } = await app.client().call(
      auth.register,
      {
        body: {
          username,
          email: `${username}@example.org`,
          fullName: 'Lena',
          password: 'a long enough passphrase',
        },
      },
      { 'Accept-Language': 'de-CH, fr;q=0.8' },
    );
    const found = await app.ctx.db
      .selectFrom('users')
      .select('language')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    expect(found.language).toBe('de');
    const terms = await app.ctx.db
      .selectFrom('accepted_terms')
      .select('text')
      .where('hash', '=', (await registrationOf(userId))!.terms_hash)
      .executeTakeFirstOrThrow();
    expect(terms.text).toContain('Nutzungsbedingungen');
  });
});

describe('the agreement of a new person', () => {
  test('the registration stores the versions of the rules and the terms', async () => {
    const { rulesVersion } = await app.ctx.site.read();
    const { userId } = await register();
    const stored = await registrationOf(userId);
    expect(stored?.rules_version).toBe(rulesVersion);
    const terms = await app.ctx.db
      .selectFrom('accepted_terms')
      .selectAll()
      .where('hash', '=', stored!.terms_hash)
      .executeTakeFirstOrThrow();
    expect(terms.text).toMatch(/^# /);
  });

  test('a form that showed older rules stores their version, and never a later one', async () => {
    await root.call(admin.updateSite, { body: { rules: [{ text: 'Be kind.' }] } });
    const { rulesVersion } = await app.ctx.site.read();
    const versionFor = async (seen: number) =>
      (await registrationOf((await register({ rulesVersion: seen })).userId))?.rules_version;
    expect(await versionFor(rulesVersion - 1)).toBe(rulesVersion - 1);
    expect(await versionFor(rulesVersion + 5)).toBe(rulesVersion);
  });
});
