import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as auth from '@roost/contract/auth';
import { startTestApp, type TestApp } from '../../test/app.ts';
import {
  answer,
  callOf,
  calls,
  callTab,
  cut,
  friends,
  hangUp,
  hears,
  liveCalls,
  meet,
  openPeer,
  ring,
  ask,
} from '../../test/calls.ts';
import { join, PASSWORD, type Member } from '../../test/cast.ts';
import { createTestDatabase } from '../../test/database.ts';
import { startApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { Visitor } from '../../test/visitor.ts';
import { findStuck } from './call.queries.ts';
import { CallWatch } from './watch-calls.ts';

/** Long enough to be back within it on a busy machine. */
const GRACE = 1_000;
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({}, { callGrace: GRACE });
});
afterAll(() => app.close());

describe('a tab of a call that vanishes', () => {
  test.each(['caller', 'callee'])('ends it after the grace: the %s’s', async (side) => {
    const call = await callOf(app);
    const [gone, left] = side === 'caller' ? [call.one, call.two] : [call.two, call.one];
    const before = calls(left);
    const at = Date.now();
    cut(gone.socket);
    await hears(left, ...before, 'callEnded');
    expect(Date.now() - at).toBeGreaterThan(GRACE - 50);
    expect(left.all('callEnded')).toEqual([{ signal: call.signal, reason: 'lost' }]);
    expect(await liveCalls(app)).toEqual([]);
  });

  test('ends it at once when it says goodbye', async () => {
    const { one, two } = await callOf(app);
    const at = Date.now();
    one.socket.disconnect();
    await hears(two, 'incomingCall', 'callEnded');
    expect(Date.now() - at).toBeLessThan(GRACE);
  });

  test('does not when it comes back in time, and is told again where it is', async () => {
    const { bob, one, two, signal } = await callOf(app);
    cut(one.socket);
    await wait(GRACE / 4);
    const back = await callTab(one.member, one.name);
    await hears(back, 'callAccepted');
    expect(back.all('callAccepted')).toMatchObject([
      { signal, isCaller: true, to: { _id: bob.id } },
    ]);
    await wait(GRACE * 1.5);
    expect(calls(two)).toEqual(['incomingCall']);
    expect(await liveCalls(app)).toMatchObject([{ id: signal, status: 'active' }]);
    expect(await hangUp(back, bob)).toEqual({ ok: true });
    await hears(two, 'incomingCall', 'callEnded');
  });

  test('does when only another tab comes', async () => {
    const { one, two } = await callOf(app);
    cut(one.socket);
    const other = await callTab(one.member);
    await hears(two, 'incomingCall', 'callEnded');
    expect(calls(other)).toEqual([]);
  });

  test('while it rings is the caller’s to lose, and the callee’s to come back to', async () => {
    const [alice, bob] = (await friends(app, 2)) as [Member, Member];
    const [one, two] = [await callTab(alice), await callTab(bob)];
    const { signal } = await ring(one, bob);
    await hears(two, 'incomingCall');
    cut(two.socket);
    await wait(GRACE * 1.5);
    expect(await liveCalls(app)).toHaveLength(1);
    const back = await callTab(bob, two.name);
    await hears(back, 'incomingCall');
    cut(one.socket);
    await hears(back, 'incomingCall', 'callEnded');
    expect(back.all('callEnded')).toEqual([{ signal, reason: 'cancelled' }]);
  });

  test('hears that it is over when it comes back too late', async () => {
    const { one, two, signal } = await callOf(app);
    cut(one.socket);
    await hears(two, 'incomingCall', 'callEnded');
    const back = await callTab(one.member, one.name);
    await hears(back, 'callEnded');
    expect(back.all('callEnded')).toEqual([{ signal, reason: 'lost' }]);
    expect(calls(await callTab(one.member))).toEqual([]);
  });
});

describe('a place in the room that is empty', () => {
  test('is noticed by the other after the grace, and ends the call', async () => {
    const call = await callOf(app);
    const [mine, theirs] = await meet(call);
    cut(mine.socket);
    await expect.poll(() => theirs.names()).toEqual(['ready', 'peer-network-lost']);
    expect(theirs.heard[1]?.payload).toEqual({ reason: 'connection lost' });
    await hears(call.two, 'incomingCall', 'callEnded');
    await hears(call.one, 'callAccepted', 'callEnded');
    expect(await liveCalls(app)).toEqual([]);
  });

  test('is taken again in time: both are ready once more', async () => {
    const call = await callOf(app);
    const [mine, theirs] = await meet(call);
    cut(mine.socket);
    const back = await openPeer(call.one);
    expect(await ask(back.socket, 'join', { roomId: call.roomId })).toEqual({ ok: true });
    await expect.poll(() => theirs.names()).toEqual(['ready', 'ready']);
    await expect.poll(() => back.names()).toEqual(['ready']);
    await wait(GRACE * 1.5);
    expect(await liveCalls(app)).toHaveLength(1);
    await hangUp(call.one, call.bob);
  });

  test('ends the call although the first look at it fails', async () => {
    const { alice, one, signal } = await callOf(app);
    let looks = 0;
    const isIn = async () => {
      looks += 1;
      if (looks === 1) throw new Error('timeout reached while waiting for fetchSockets response');
      return false;
    };
    const watch = new CallWatch(
      app.ctx,
      { findTabs: async () => [], rooms: { isIn } },
      'node',
      GRACE,
    );
    watch.gone(signal, { name: 'lost', by: alice.id, tab: one.name });
    await expect.poll(async () => liveCalls(app)).toEqual([]);
    expect(looks).toBe(2);
  });

  test('was left: the other is told at once, and the call ends unless they come back', async () => {
    const call = await callOf(app);
    const [mine, theirs] = await meet(call);
    expect(await ask(mine.socket, 'leave', { roomId: call.roomId })).toEqual({ ok: true });
    await expect.poll(() => theirs.names()).toEqual(['ready', 'peer-left']);
    expect(await ask(mine.socket, 'join', { roomId: call.roomId })).toEqual({ ok: true });
    await wait(GRACE * 1.5);
    expect(await liveCalls(app)).toHaveLength(1);
    await ask(mine.socket, 'leave', { roomId: call.roomId });
    await hears(call.two, 'incomingCall', 'callEnded');
    expect(await liveCalls(app)).toEqual([]);
  });
});

describe('a session that ends', () => {
  test('ends its call at once, on both sides', async () => {
    for (const status of ['ringing', 'active']) {
      const [alice, bob] = (await friends(app, 2)) as [Member, Member];
      const [one, two] = [await callTab(alice), await callTab(bob)];
      const { signal } = await ring(one, bob);
      if (status === 'active') await answer(two, String(signal));
      await alice.call(auth.logout, {});
      await hears(two, 'incomingCall', 'callEnded');
      expect(two.all('callEnded')).toEqual([{ signal, reason: 'signed out' }]);
      expect(await liveCalls(app)).toEqual([]);
    }
  });

  test('closes its sockets to rooms, too; that of another device is none of its business', async () => {
    const alice = await join(app, 'alice');
    const phone = app.visitor();
    await phone.call(auth.login, { body: { email: 'alice', password: PASSWORD } });
    const [bob] = (await friends(app, 1)) as [Member];
    await bob.follow(alice);
    const [one, two] = [await callTab(alice), await callTab(bob)];
    const { signal } = await ring(one, bob).then(async (placed) =>
      placed.ok ? placed : ring(two, alice),
    );
    expect(signal).toBeDefined();
    const peer = await openPeer(one);
    await phone.call(auth.logout, {});
    expect(await liveCalls(app)).toHaveLength(1);
    await alice.call(auth.logout, {});
    await expect.poll(() => peer.socket.connected).toBe(false);
    await expect.poll(async () => liveCalls(app)).toEqual([]);
  });
});

test('a block ends the call of its two before it is answered, and no other', async () => {
  for (const status of ['ringing', 'active']) {
    for (const isCaller of [true, false]) {
      const [alice, bob, carol] = (await friends(app, 3)) as [Member, Member, Member];
      const [one, two] = [await callTab(alice), await callTab(bob)];
      const { signal } = await ring(one, bob);
      await hears(two, 'incomingCall');
      if (status === 'active') await answer(two, String(signal));
      await carol.toggleBlock(alice);
      expect(await liveCalls(app)).toHaveLength(1);
      await (isCaller ? alice.toggleBlock(bob) : bob.toggleBlock(alice));
      expect(await liveCalls(app)).toEqual([]);
      await hears(two, 'incomingCall', 'callEnded');
      // That it was a block is told to nobody but who made it.
      const told = isCaller ? 'hung up' : 'blocked';
      const reason = status === 'ringing' ? 'cancelled' : told;
      expect(two.all('callEnded')).toEqual([{ signal, reason }]);
      await expect
        .poll(() => calls(one).at(-1))
        .toBe(status === 'ringing' ? 'callRejected' : 'callEnded');
      expect(one.all('callEnded')).toEqual(
        status === 'ringing' ? [] : [{ signal, reason: isCaller ? 'blocked' : 'hung up' }],
      );
    }
  }
});

test('a block and a call at the same instant: there is never both', async () => {
  for (let n = 0; n < 20; n += 1) {
    const [alice, bob] = (await friends(app, 2)) as [Member, Member];
    const [one] = [await callTab(alice), await callTab(bob)];
    await Promise.all([ring(one, bob), bob.toggleBlock(alice)]);
    expect(await liveCalls(app)).toEqual([]);
  }
});

describe('a server that stops', () => {
  test('ends its calls, and says so first', async () => {
    const other = await startTestApp();
    const { two, roomId } = await callOf(other);
    expect(roomId).toContain('_');
    await other.close();
    await hears(two, 'incomingCall', 'callEnded');
  });

  test('without a word leaves calls that others, or it when it is back, end', async () => {
    const url = await createTestDatabase();
    const start = async (env: Record<string, string>) =>
      startApp(
        {
          ...readConfig({
            HOST: '127.0.0.1',
            RATE_LIMITS: 'off',
            LOG_LEVEL: 'fatal',
            FFMPEG: 'off',
            ROOST_DATA: app.dataFolder,
            ...env,
          }),
          port: 0,
        },
        { url, adminUrl: url },
      );
    const first = await start({ DATABASE_URL: url });
    const { signal } = await callOf({
      ...first,
      dataFolder: '',
      statements: [],
      visitor: () => new Visitor(first.address),
    });
    // As long as it shows signs of life, nobody touches its calls.
    const second = await start({ DATABASE_URL: url });
    const find = async (seconds: number) =>
      (await findStuck(second.ctx, 65, seconds)).map(({ id }) => id);
    expect(await find(20)).toEqual([]);
    await first.ctx.db
      .updateTable('call_nodes')
      .set({ seen_at: new Date(0) })
      .where('id', 'in', (query) => query.selectFrom('calls').select('caller_node'))
      .execute();
    expect(await find(20)).toEqual([signal]);
    await second.close();
    const third = await start({ DATABASE_URL: url });
    expect(await third.ctx.db.selectFrom('calls').select(['status', 'reason']).execute()).toEqual([
      { status: 'ended', reason: 'lost' },
    ]);
    await Promise.all([first.close(), third.close()]);
  });
});
