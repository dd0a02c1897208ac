import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import * as auth from '@roost/contract/auth';
import { getSecurity } from '@roost/contract/security';
import { changeUsername } from '@roost/contract/usernames';
import { getUser } from '@roost/contract/users';
import { startAppForFile } from '../../../test/support/app.ts';
import { join, PASSWORD, type Member } from '../../../test/support/cast.ts';
import { forgetProof } from '../../../test/support/factors.ts';
import { untilSomebodyWaits } from '../../../test/support/locks.ts';
import { refusalOf } from '../../../test/support/test-client.ts';
import { holdUsername } from '../../auth/held-usernames.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { deleteUsername, updateUsername } from './username-change.queries.ts';

const app = await startAppForFile();
const reader = await join(app, 'reader');

const change = async (member: Member, username: string) =>
  member.call(changeUsername, { body: { username } });
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).body.code;
const profile = async (username: string) => reader.call(getUser, { params: { username } });
const signIn = async (email: string) =>
  app.client().call(auth.login, { body: { email, password: PASSWORD } });
const register = async (username: string) =>
  app.client().call(auth.register, {
    body: { username, email: `new_${username}@example.org`, fullName: 'New', password: PASSWORD },
  });
/** Moves the last change back, as if enough time had passed. */
const waitLong = async ({ id }: Member) =>
  sql`update accounts set username_changed_at = now() - interval '31 days'
    where user_id = ${id}`.execute(app.ctx.db);

describe('a new username', () => {
  test('finds the person, signs in and is in the activity; the old one does neither', async () => {
    const member = await join(app, 'ann');
    const { data, message } = await change(member, 'Ann_New');
    expect(message).toBe('Username changed.');
    expect(data).toMatchObject({ _id: member.id, username: 'Ann_New' });
    expect((await profile('ann_new')).data.user._id).toBe(member.id);
    await signIn('ANN_NEW');
    expect((await refusalOf(profile('ann'))).status).toBe(404);
    expect(await codeOf(signIn('ann'))).toBe('bad_credentials');
    const { recent } = (await member.call(getSecurity, {})).data;
    expect(recent.map(({ what }) => what)).toContain('usernameChanged');
  });

  test('stands beside old posts', async () => {
    const member = await join(app, 'ben');
    const post = await member.post('before');
    await change(member, 'benjamin');
    const response = await reader.client.fetch(`/api/posts/${post._id}`);
    expect(await response.text()).toContain('"username":"benjamin"');
  });

  test('cannot be the own, a taken, a reserved or an invalid one', async () => {
    const [member] = [await join(app, 'cleo'), await join(app, 'dora')];
    expect(await codeOf(change(member, 'cleo'))).toBe('bad_input');
    for (const name of ['dora', 'DORA', 'admin', 'settings']) {
      const { body } = await refusalOf(change(member, name));
      expect(body).toMatchObject({ code: 'username_taken', errors: [{ path: 'username' }] });
    }
    for (const name of ['ab', 'with space', 'x'.repeat(31)])
      expect(await codeOf(change(member, name))).toBe('bad_input');
    // The refusals used nothing up.
    await change(member, 'Cleo');
  });

  test('needs a recent proof', async () => {
    const member = await join(app, 'edd');
    await forgetProof(app, member.client);
    expect(await codeOf(change(member, 'eddy'))).toBe('reauth_required');
  });

  test('of people who want one name at the same time, one gets it', async () => {
    const names = ['fay1', 'fay2', 'fay3', 'fay4'];
    const members = await Promise.all(names.map(async (name) => join(app, name)));
    const done = await Promise.allSettled(members.map(async (each) => change(each, 'fay')));
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('time between changes', () => {
  test('a second change within 30 days is refused, and says until when', async () => {
    const member = await join(app, 'gus');
    await change(member, 'gustav');
    const { status, body } = await refusalOf(change(member, 'gustavo'));
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: 'username_recent' });
    const days = (Date.parse(String((body as { until?: string }).until)) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    await waitLong(member);
    await change(member, 'gustavo');
  });

  test('of parallel changes, one succeeds', async () => {
    const member = await join(app, 'hal');
    const wanted = ['hal1', 'hal2', 'hal3', 'hal4'];
    const done = await Promise.allSettled(wanted.map(async (name) => change(member, name)));
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { rows } = await sql`select from usernames where user_id = ${member.id}`.execute(
      app.ctx.db,
    );
    expect(rows).toHaveLength(1);
  });
});

describe('the old username', () => {
  test('is held: nobody can register it or change to it', async () => {
    const [member, other] = [await join(app, 'ivy'), await join(app, 'jon')];
    await change(member, 'ivy_new');
    expect(await codeOf(register('IVY'))).toBe('username_taken');
    expect(await codeOf(change(other, 'ivy'))).toBe('username_taken');
    await sql`update held_usernames set until = now()`.execute(app.ctx.db);
    await register('ivy');
  });
});

test('a name that its owner gives up at the same moment cannot be registered', async () => {
  const member = await join(app, 'given_up');
  const registration = await transaction(app.ctx, async (tx) => {
    await deleteUsername(tx, member.id, 'given_up');
    await holdUsername(tx, 'given_up');
    await updateUsername(tx, member.id, 'kept');
    const started = codeOf(register('given_up'));
    // The registration waits for the name before this transaction commits.
    await untilSomebodyWaits(app);
    return { started };
  });
  expect(await registration.started).toBe('username_taken');
});
