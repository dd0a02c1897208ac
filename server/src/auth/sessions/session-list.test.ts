import { describe, expect, test } from 'vitest';
import * as auth from '@roost/contract/auth';
import { startAppForFile } from '../../../test/support/app.ts';
import { join, PASSWORD } from '../../../test/support/cast.ts';
import { expectFailure } from '../../../test/support/failure.ts';
import { NOBODY } from '../../../test/support/requests.ts';
import { isSignedIn, sessionOf, signIn, tokenOf } from '../../../test/support/sign-in.ts';
import { closed, connectAs } from '../../../test/support/wire.ts';
import { forgetOldAddresses } from './session.queries.ts';

const app = await startAppForFile();
const alice = await join(app, 'alice');

describe('the list of sessions', () => {
  test('the list shows all sessions, and can end one or all others', async () => {
    const carol = await join(app, 'carol');
    const phone = app.client();
    await phone.call(
      auth.login,
      { body: { email: 'carol', password: PASSWORD } },
      { 'User-Agent': 'A phone' },
    );
    const laptop = await signIn(app, carol);
    const { data } = await phone.call(auth.listSessions, {});
    expect(data).toHaveLength(3);
    expect(data.filter(({ current }) => current).map(({ device }) => device)).toEqual(['A phone']);
    expect(data[0]?.address).toBe('127.0.0.1');
    expect(JSON.stringify(data)).not.toContain(tokenOf(phone));

    const socket = await connectAs(laptop);
    const closing = closed(socket);
    const { id } = (await sessionOf(app, laptop))!;
    await phone.call(auth.endSession, { params: { sessionId: id } });
    await closing;
    expect(await isSignedIn(laptop)).toBe(false);
    await phone.call(auth.endOtherSessions, {});
    expect((await phone.call(auth.listSessions, {})).data).toHaveLength(1);
    expect(await isSignedIn(carol.client)).toBe(false);
  });

  test('the sweep removes network addresses that are older than ACTIVITY_DAYS', async () => {
    const dora = await join(app, 'dora');
    const old = await sessionOf(app, dora.client);
    await signIn(app, dora);
    const days = app.ctx.config.activityDays;
    await app.ctx.db
      .updateTable('sessions')
      .set({ created_at: new Date(Date.now() - (days * 86_400_000 + 60_000)) } as never)
      .where('id', '=', old!.id)
      .execute();
    await forgetOldAddresses(app.ctx);
    const { data } = await dora.call(auth.listSessions, {});
    expect(data.map(({ _id, address }) => [_id === old!.id, address !== ''])).toEqual(
      expect.arrayContaining([
        [true, false],
        [false, true],
      ]),
    );
  });

  test('nobody can see or end another person’s sessions', async () => {
    const mallory = await join(app, 'mallory');
    const { id } = (await sessionOf(app, alice.client))!;
    const before = await app.ctx.db.selectFrom('sessions').selectAll().orderBy('id').execute();
    const answers = await Promise.all(
      [id, NOBODY].map(async (sessionId) =>
        mallory.client.fetch(`/api/auth/sessions/${sessionId}`, { method: 'DELETE' }),
      ),
    );
    const [hidden, absent] = await Promise.all(
      answers.map(async (answer) => ({ ...(await expectFailure(answer, 'not_found')) })),
    );
    expect(hidden).toEqual(absent);
    await mallory.call(auth.endOtherSessions, {});
    expect(await app.ctx.db.selectFrom('sessions').selectAll().orderBy('id').execute()).toEqual(
      before,
    );
    const { data } = await mallory.call(auth.listSessions, {});
    expect(data.map(({ _id }) => _id)).not.toContain(id);
  });

  test('a long device name is cut', async () => {
    const client = app.client();
    await client.call(
      auth.login,
      { body: { email: 'alice', password: PASSWORD } },
      { 'User-Agent': 'x'.repeat(5_000) },
    );
    expect((await sessionOf(app, client))?.device).toHaveLength(300);
  });
});
