// Long because its tests share one started app.
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import * as auth from '@roost/contract/auth';
import { startAppForTest, startTestApp, type TestApp } from '../../../test/support/app.ts';
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
  type CallTab,
} from '../../../test/support/calls.ts';
import { join, PASSWORD, type Member } from '../../../test/support/cast.ts';
import { createTestDatabase } from '../../../test/support/database.ts';
import { startApp } from '../../app.ts';
import { readConfig } from '../../config/config.ts';
import { TestClient } from '../../../test/support/test-client.ts';
import { findAbandonedCalls } from './abandoned-call.queries.ts';
import { CallWatchdog } from './call-watchdog.ts';

/** Long enough for a tab to reconnect in time on a busy machine. */
const GRACE_MS = 1_000;
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({}, { callGrace: GRACE_MS });
});
afterAll(() => app.close());

/** Cuts a tab of another call and waits for its end. Then the grace time of every earlier loss is over, too. */
async function graceIsOver(): Promise<void> {
  const { one, two } = await callOf(app);
  cut(one.socket);
  await hears(two, 'incomingCall', 'callEnded');
}

describe('a tab in a call that disconnects', () => {
  test.each(['caller', 'callee'])('the call ends after the grace time: %s', async (side) => {
    const call = await callOf(app);
    const [gone, left] = side === 'caller' ? [call.one, call.two] : [call.two, call.one];
    const before = calls(left);
    const at = Date.now();
    cut(gone.socket);
    await hears(left, ...before, 'callEnded');
    expect(Date.now() - at).toBeGreaterThan(GRACE_MS - 50);
    expect(left.all('callEnded')).toEqual([{ signal: call.signal, reason: 'lost' }]);
    expect(await liveCalls(app)).toEqual([]);
  });

  test('the call ends at once if the tab closes its socket', async () => {
    const { one, two } = await callOf(app);
    const at = Date.now();
    one.socket.disconnect();
    await hears(two, 'incomingCall', 'callEnded');
    expect(Date.now() - at).toBeLessThan(GRACE_MS);
  });

  test('a tab that reconnects in time hears the state of its call again', async () => {
    const { bob, one, two, signal } = await callOf(app);
    cut(one.socket);
    // The test needs a short time without a tab.
    await wait(GRACE_MS / 4);
    const back = await callTab(one.member, one.name);
    await hears(back, 'callAccepted');
    expect(back.all('callAccepted')).toMatchObject([
      { signal, isCaller: true, to: { _id: bob.id } },
    ]);
    await graceIsOver();
    expect(calls(two)).toEqual(['incomingCall']);
    expect(await liveCalls(app)).toMatchObject([{ id: signal, status: 'active' }]);
    expect(await hangUp(back, bob)).toEqual({ ok: true });
    await hears(two, 'incomingCall', 'callEnded');
  });

  test('the call ends if only another tab of the person connects', async () => {
    const { one, two } = await callOf(app);
    cut(one.socket);
    const other = await callTab(one.member);
    await hears(two, 'incomingCall', 'callEnded');
    expect(calls(other)).toEqual([]);
  });

  test('during ringing, only the loss of the caller ends the call', async () => {
    const [alice, bob] = (await friends(app, 2)) as [Member, Member];
    const [one, two] = [await callTab(alice), await callTab(bob)];
    const { signal } = await ring(one, bob);
    await hears(two, 'incomingCall');
    cut(two.socket);
    const back = await callTab(bob, two.name);
    await hears(back, 'incomingCall');
    await graceIsOver();
    expect(await liveCalls(app)).toHaveLength(1);
    cut(one.socket);
    await hears(back, 'incomingCall', 'callEnded');
    expect(back.all('callEnded')).toEqual([{ signal, reason: 'cancelled' }]);
  });

  test('a tab that reconnects too late hears that the call ended', async () => {
    const { one, two, signal } = await callOf(app);
    cut(one.socket);
    await hears(two, 'incomingCall', 'callEnded');
    const back = await callTab(one.member, one.name);
    await hears(back, 'callEnded');
    expect(back.all('callEnded')).toEqual([{ signal, reason: 'lost' }]);
    expect(calls(await callTab(one.member))).toEqual([]);
  });
});

describe('a callee who goes offline during ringing', () => {
  const ringing = async (at = app) => {
    const [alice, bob] = (await friends(at, 2)) as [Member, Member];
    const [one, two] = [await callTab(alice), await callTab(bob)];
    const { signal } = await ring(one, bob);
    await hears(two, 'incomingCall');
    return { one, two, bob, signal };
  };
  const isOver = async (one: CallTab, bob: Member, at = app) => {
    await hears(one, 'error', 'callRejected');
    expect(one.all('error')).toEqual([{ code: 'user_offline', message: 'This user is offline.' }]);
    expect(one.all('callRejected')).toEqual([{ to: bob.id }]);
    expect(await liveCalls(at)).toEqual([]);
  };

  test('the caller hears at once that the callee signed out', async () => {
    // The grace time is longer than the test.
    const patient = await startAppForTest({}, { callGrace: 600_000 });
    const { one, bob } = await ringing(patient);
    await bob.call(auth.logout, {});
    await isOver(one, bob, patient);
  });

  test('the caller hears after the grace time that the callee disconnected', async () => {
    const { one, two, bob } = await ringing();
    const at = performance.now();
    cut(two.socket);
    await isOver(one, bob);
    expect(performance.now() - at).toBeGreaterThan(GRACE_MS - 50);
  });

  test('the call rings on if the callee signs out on one of two devices', async () => {
    const [caller, callee] = await Promise.all([join(app, 'caller'), join(app, 'callee')]);
    await callee.follow(caller);
    const [one, two] = [await callTab(caller), await callTab(callee)];
    const phone = app.client();
    await phone.call(auth.login, { body: { email: 'callee', password: PASSWORD } });
    const other = await callTab({ ...callee, client: phone });
    const { signal } = await ring(one, callee);
    await hears(two, 'incomingCall');
    await hears(other, 'incomingCall');
    await callee.call(auth.logout, {});
    await graceIsOver();
    expect(calls(one)).toEqual([]);
    expect(await answer(other, String(signal))).toMatchObject({ ok: true });
  });
});

describe('a participant who is missing from the room', () => {
  test('the other side hears it after the grace time, and the call ends', async () => {
    const call = await callOf(app);
    const [mine, theirs] = await meet(call);
    cut(mine.socket);
    await expect.poll(() => theirs.names()).toEqual(['ready', 'peer-network-lost']);
    expect(theirs.heard[1]?.payload).toEqual({ reason: 'connection lost' });
    await hears(call.two, 'incomingCall', 'callEnded');
    await hears(call.one, 'callAccepted', 'callEnded');
    expect(await liveCalls(app)).toEqual([]);
  });

  test('after a rejoin in time, both sides hear `ready` again', async () => {
    const call = await callOf(app);
    const [mine, theirs] = await meet(call);
    cut(mine.socket);
    const back = await openPeer(call.one);
    expect(await ask(back.socket, 'join', { roomId: call.roomId })).toEqual({ ok: true });
    await expect.poll(() => theirs.names()).toEqual(['ready', 'ready']);
    await expect.poll(() => back.names()).toEqual(['ready']);
    await graceIsOver();
    expect(await liveCalls(app)).toHaveLength(1);
    await hangUp(call.one, call.bob);
  });

  test('the call ends although the first check of the room fails', async () => {
    const { alice, one, signal } = await callOf(app);
    let checks = 0;
    const isIn = async () => {
      checks += 1;
      if (checks === 1) throw new Error('timeout reached while waiting for fetchSockets response');
      return false;
    };
    const watchdog = new CallWatchdog(
      app.ctx,
      { findTabs: async () => [], rooms: { isIn } },
      'node',
      GRACE_MS,
    );
    watchdog.leftRoom(signal, { name: 'lost', by: alice.id, tab: one.name });
    await expect.poll(async () => liveCalls(app)).toEqual([]);
    expect(checks).toBe(2);
  });

  test('the other side hears a `leave` at once, and a rejoin saves the call', async () => {
    const call = await callOf(app);
    const [mine, theirs] = await meet(call);
    expect(await ask(mine.socket, 'leave', { roomId: call.roomId })).toEqual({ ok: true });
    await expect.poll(() => theirs.names()).toEqual(['ready', 'peer-left']);
    expect(await ask(mine.socket, 'join', { roomId: call.roomId })).toEqual({ ok: true });
    await graceIsOver();
    expect(await liveCalls(app)).toHaveLength(1);
    await ask(mine.socket, 'leave', { roomId: call.roomId });
    await hears(call.two, 'incomingCall', 'callEnded');
    expect(await liveCalls(app)).toEqual([]);
  });
});

describe('a session that ends', () => {
  test('its call ends at once on both sides', async () => {
    for (const status of ['ringing', 'active']) {
      const [alice, bob] = (await friends(app, 2)) as [Member, Member];
      const [one, two] = [await callTab(alice), await callTab(bob)];
      const { signal } = await ring(one, bob);
      await hears(two, 'incomingCall');
      if (status === 'active') await answer(two, String(signal));
      await alice.call(auth.logout, {});
      await hears(two, 'incomingCall', 'callEnded');
      expect(two.all('callEnded')).toEqual([{ signal, reason: 'signed out' }]);
      expect(await liveCalls(app)).toEqual([]);
    }
  });

  test('its room sockets close, and those of another device stay open', async () => {
    const alice = await join(app, 'alice');
    const phone = app.client();
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

test('a block ends the call between its two people, and no other call', async () => {
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
      // Only the person who blocks learns that it was a block.
      const activeReason = isCaller ? 'hung up' : 'blocked';
      const reason = status === 'ringing' ? 'cancelled' : activeReason;
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

test('after a concurrent block and call, no call is live', async () => {
  for (let n = 0; n < 20; n += 1) {
    const [alice, bob] = (await friends(app, 2)) as [Member, Member];
    const [one] = [await callTab(alice), await callTab(bob)];
    await Promise.all([ring(one, bob), bob.toggleBlock(alice)]);
    expect(await liveCalls(app)).toEqual([]);
  }
});

describe('a server that stops', () => {
  test('the tabs hear the end of their calls before the sockets close', async () => {
    const other = await startTestApp();
    const { two, roomId } = await callOf(other);
    expect(roomId).toContain('_');
    await other.close();
    await hears(two, 'incomingCall', 'callEnded');
  });

  test('after a crash, other nodes or the restarted server end the calls', async () => {
    // Nodes start without intervals. Otherwise the first one would send a heartbeat, or another would end the call too early.
    vi.useFakeTimers({ toFake: ['setInterval'] });
    onTestFinished(() => void vi.useRealTimers());
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
      sharedReads: [],
      client: () => new TestClient(first.address),
    });
    // No node ends the calls of a node with a recent heartbeat.
    const second = await start({ DATABASE_URL: url });
    const find = async (seconds: number) =>
      (await findAbandonedCalls(second.ctx, 65, seconds)).map(({ id }) => id);
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
