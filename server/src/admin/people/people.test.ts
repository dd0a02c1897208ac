import * as admin from '@roost/contract/admin';
import * as auth from '@roost/contract/auth';
import type { Sent } from '@roost/contract/endpoint';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startAppForFile, withJobs } from '../../../test/support/app.ts';
import { castOf, join, PASSWORD } from '../../../test/support/cast.ts';
import { tokenIn, waitForMails } from '../../../test/support/mailbox.ts';
import { NOBODY } from '../../../test/support/requests.ts';
import { promote } from '../../../test/support/staff.ts';
import { codeOf } from '../../../test/support/test-client.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { findReset } from '../../auth/reset/reset.queries.ts';
import { makeResetLink } from '../../auth/reset/send-reset-mail.ts';
import { hashToken } from '../../auth/sessions/session-tokens.ts';
import { forceReset } from './force-reset.ts';

const app = await startAppForFile(withJobs);
const { alice, bob, carol, dan } = await castOf(app);
await promote(app, alice, 'admin');
await promote(app, dan);

describe('people', () => {
  const listed = async (query: Sent<typeof admin.listPeople>['query']) =>
    (await alice.call(admin.listPeople, { query })).data.people;
  const names = async (query: object) =>
    (await listed(query)).map(({ username }) => username).toSorted();

  test('are found by the beginning of a word of the name, and by the whole address', async () => {
    expect(await names({ query: 'ALI' })).toEqual(['alice']);
    expect(await names({ query: 'lice' })).toEqual([]);
    expect(await names({ query: 'Bob@Example.org' })).toEqual(['bob']);
    expect(await names({ query: '%' })).toEqual([]);
  });

  test('are found by role and status, with their address', async () => {
    expect(await names({ role: 'admin' })).toEqual(['alice']);
    expect(await names({ status: 'active', role: 'moderator' })).toEqual(['dan']);
    const [person] = await listed({ query: 'bob' });
    expect(person).toMatchObject({
      _id: bob.id,
      email: 'bob@example.org',
      role: 'member',
      status: 'active',
      isInvited: false,
      reason: '',
    });
    expect(person?.lastUsedAt).not.toBeNull();
    await app.ctx.db
      .insertInto('hidden_users')
      .values({ user_id: bob.id, reason: 'suspended', until: new Date(Date.now() + 60_000) })
      .execute();
    onTestFinished(async () => {
      await app.ctx.db.deleteFrom('hidden_users').where('user_id', '=', bob.id).execute();
    });
    expect(await names({ status: 'suspended' })).toEqual(['bob']);
    expect(await names({ status: 'active' })).not.toContain('bob');
  });

  test('come in pages without repetitions', async () => {
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const { data } = await alice.call(admin.listPeople, {
        query: { limit: 2, ...(cursor && { cursor }) },
      });
      seen.push(...data.people.map(({ _id }) => _id));
      cursor = data.pagination.nextCursor;
    } while (cursor);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining([alice.id, bob.id, carol.id, dan.id]));
  });

  test('get a role, but not the admin themselves', async () => {
    const grant = async (userId: string, role: 'member' | 'moderator' | 'admin') =>
      alice.call(admin.setRole, { params: { userId }, body: { role } });
    await grant(carol.id, 'moderator');
    expect((await carol.call(auth.getMe, {})).data.role).toBe('moderator');
    await grant(carol.id, 'member');
    expect((await carol.call(auth.getMe, {})).data.role).toBe('member');
    expect(await codeOf(grant(alice.id, 'member'))).toBe('400 self_action');
    expect(await codeOf(grant(NOBODY, 'admin'))).toBe('404 not_found');
  });

  test('a forced reset ends an older link for a new password', async () => {
    const olga = await join(app, 'olga');
    await transaction(app.ctx, async (tx) => {
      const { link } = await makeResetLink(tx, olga.id);
      const tokenHash = hashToken(String(link.split('/').at(-1)));
      expect(await findReset(tx, tokenHash)).toBe(olga.id);
      await forceReset(tx, olga.id);
      expect(await findReset(tx, tokenHash)).toBeUndefined();
    });
  });

  test('a forced reset ends sessions and password, and mails a link', async () => {
    const erin = await join(app, 'erin');
    const before = (await waitForMails(app.dataFolder, 0)).length;
    await alice.call(admin.forceReset, { params: { userId: erin.id } });
    expect(await codeOf(erin.call(auth.getMe, {}))).toBe('401 unauthenticated');
    const login = async (password: string) =>
      app.client().call(auth.login, { body: { email: 'erin', password } });
    expect(await codeOf(login(PASSWORD))).toBe('401 bad_credentials');
    const mail = (await waitForMails(app.dataFolder, before + 1)).at(-1) as string;
    const password = 'quite another passphrase';
    await app.client().call(auth.resetPassword, {
      params: { token: tokenIn(mail) },
      body: { password, confirmpassword: password },
    });
    await login(password);
  });
});
