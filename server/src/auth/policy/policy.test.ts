import { beforeEach, expect, onTestFinished, test } from 'vitest';
import * as addresses from '@roost/contract/addresses';
import * as auth from '@roost/contract/auth';
import * as relations from '@roost/contract/relations';
import { updateUser, type Role } from '@roost/contract/users';
import { startAppForFile } from '../../../test/support/app.ts';
import { castOf, type Member } from '../../../test/support/cast.ts';
import { withTotp } from '../../../test/support/factors.ts';
import type { MemberContext } from '../../kernel/context.ts';
import { cookieName } from '../../platform/http/security/cookie.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { findViewer } from '../sessions/find-viewer.ts';
import { authorize } from './authorize.ts';
import { changeRole } from './change-role.ts';
import { policy, type Action, type Rule } from './policy.ts';

const app = await startAppForFile();
const { alice, bob, carol, dan } = await castOf(app);

const setRole = async ({ id }: Member, role: Role) =>
  transaction(app.ctx, async (tx) => changeRole(tx, id, role));
const roleOf = async (member: Member) => (await member.call(auth.getMe, {})).data.role;

beforeEach(async () => {
  await app.ctx.db.updateTable('users').set({ role: 'member' }).execute();
  await setRole(alice, 'admin');
  await setRole(bob, 'moderator');
  for (const { id } of [carol, dan])
    await app.ctx.db.updateTable('users').set({ role: 'member' }).where('id', '=', id).execute();
  app.ctx.sessions.forgetAll();
});

/** Asks the policy for a member, with the session of their client. */
async function may(member: Member, target?: Member): Promise<string> {
  const token = member.client.cookie?.split('=')[1];
  const viewer = await findViewer(app.ctx, token, '::1');
  const ctx = { ...app.ctx, viewer } as MemberContext;
  return transaction(ctx, async (tx) => authorize(tx, 'setRole', target?.id)).then(
    () => 'allowed',
    (error: { code: string }) => error.code,
  );
}

test('the cookie of the test names a session', () => {
  expect(alice.client.cookie).toContain(cookieName(app.ctx.config));
});

test('only an admin sets roles, of everybody else', async () => {
  expect(await may(alice, carol)).toBe('allowed');
  expect(await may(alice, bob)).toBe('allowed');
  expect(await may(alice, alice)).toBe('self_action');
  expect(await may(bob, carol)).toBe('not_found');
  expect(await may(carol, dan)).toBe('not_found');
});

test('an old proof is not enough', async () => {
  await app.ctx.db
    .updateTable('sessions')
    .set({ proved_at: new Date(Date.now() - 11 * 60_000) })
    .where('user_id', '=', alice.id)
    .execute();
  expect(await may(alice, carol)).toBe('reauth_required');
  await app.ctx.db
    .updateTable('sessions')
    .set({ proved_at: new Date() })
    .where('user_id', '=', alice.id)
    .execute();
});

test('a new role is in force at the next request', async () => {
  expect(await roleOf(carol)).toBe('member');
  await setRole(carol, 'moderator');
  expect(await roleOf(carol)).toBe('moderator');
});

test('the last admin keeps the role', async () => {
  await expect(setRole(alice, 'member')).rejects.toMatchObject({ code: 'conflict' });
  await setRole(carol, 'admin');
  await setRole(alice, 'member');
  await expect(setRole(carol, 'moderator')).rejects.toMatchObject({ code: 'conflict' });
});

test('two admins who remove each other at the same time leave one', async () => {
  await setRole(carol, 'admin');
  const done = await Promise.allSettled([setRole(alice, 'member'), setRole(carol, 'member')]);
  expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('with https, a role above member needs an authenticator app', async () => {
  const ask = async (member: Member) => {
    const viewer = await findViewer(app.ctx, member.client.cookie?.split('=')[1], '::1');
    const config = { ...app.ctx.config, needsStaffFactor: true };
    const ctx = { ...app.ctx, config, viewer } as MemberContext;
    return transaction(ctx, async (tx) => authorize(tx, 'setRole', carol.id)).then(
      () => 'allowed',
      (error: { code: string }) => error.code,
    );
  };
  expect(await ask(alice)).toBe('second_factor_needed');
  // A member does not learn of the call.
  expect(await ask(dan)).toBe('not_found');
  await withTotp(app, alice);
  expect(await ask(alice)).toBe('allowed');
});

/** The requests that ask for a row which members have. */
const asking: [Action, string, () => Promise<unknown>][] = [
  ['resendVerification', 'a link again', async () => carol.call(addresses.resendVerification, {})],
  ['follow', 'a follow', async () => carol.follow(dan)],
  [
    'follow',
    'an unfollow',
    async () => carol.call(relations.unfollow, { params: { userId: dan.id } }),
  ],
  ['changeProfile', 'links', async () => carol.call(updateUser, { body: { links: '[]' } })],
  ['changeProfile', 'a language', async () => carol.call(updateUser, { body: { language: 'de' } })],
];

test.each(asking)('the row %s decides about %s', async (action, _, ask) => {
  const answer = async () =>
    ask().catch((error: { status: number }) => error.status) as Promise<number>;
  expect(await answer()).not.toBe(404);
  const rows: Record<string, Rule> = policy;
  const row = rows[action] as Rule;
  onTestFinished(() => {
    rows[action] = row;
  });
  rows[action] = { by: 'moderator' };
  expect(await answer()).toBe(404);
});

test('an action of every member costs no statement', async () => {
  app.statements.length = 0;
  await carol.follow(dan);
  expect(app.statements.filter((text) => text.includes('role from users'))).toEqual([]);
});
