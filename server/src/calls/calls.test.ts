import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { startAppForFile, startAppForTest } from '../../test/support/app.ts';
import {
  answer,
  ask,
  callOf,
  calls,
  callTab,
  coolDown,
  friends,
  hangUp,
  hears,
  liveCalls,
  reject,
  ring,
  type Incoming,
} from '../../test/support/calls.ts';
import { crowdOf, type Member } from '../../test/support/cast.ts';
import { news } from '../../test/support/chat.ts';
import { NOBODY } from '../../test/support/requests.ts';

const app = await startAppForFile({}, { callGrace: 300 });

const pair = async () => (await friends(app, 2)) as [Member, Member];

test('a call rings in every tab, and stops in the others after the answer', async () => {
  const [alice, bob] = await pair();
  const [one, aside] = [await callTab(alice), await callTab(alice)];
  const [two, three] = [await callTab(bob), await callTab(bob)];
  const placed = await ring(one, bob, 'audio');
  expect(placed).toEqual({ ok: true, signal: expect.any(String), isCaller: true });
  const signal = String(placed.signal);
  for (const tab of [two, three]) {
    await hears(tab, 'incomingCall');
    expect(tab.all<Incoming>('incomingCall')[0]).toMatchObject({
      from: { _id: alice.id, username: alice.username, isFollowingByCurrentUser: true },
      signal,
      media: 'audio',
    });
  }
  expect(await answer(two, signal)).toEqual({ ok: true, signal });
  await hears(one, 'callAccepted');
  expect(one.all('callAccepted')[0]).toMatchObject({ signal, to: { _id: bob.id }, isCaller: true });
  await hears(three, 'incomingCall', 'callEnded');
  expect(three.all('callEnded')).toEqual([{ signal, reason: 'answered elsewhere' }]);
  expect(await answer(three, signal)).toMatchObject({ ok: false, code: 'no_call' });
  expect(await reject(three, alice)).toMatchObject({ ok: false, code: 'no_call' });
  expect(await hangUp(three, alice)).toMatchObject({ ok: false, code: 'in_call' });
  expect(await hangUp(aside, bob)).toMatchObject({ ok: false, code: 'in_call' });
  expect(await liveCalls(app)).toMatchObject([{ id: signal, status: 'active' }]);
  expect(await hangUp(one, bob)).toEqual({ ok: true });
  await hears(two, 'incomingCall', 'callEnded');
  expect(two.all('callEnded')).toEqual([{ signal, reason: 'hung up' }]);
  // Both sides often hang up at once.
  expect(await hangUp(two, alice)).toEqual({ ok: true });
  expect(calls(aside)).toEqual([]);
  await hears(one, 'callAccepted');
  expect(await liveCalls(app)).toEqual([]);
});

test('one tab rejects a call for all tabs', async () => {
  const [alice, bob] = await pair();
  const [one, two, three] = [await callTab(alice), await callTab(bob), await callTab(bob)];
  const { signal } = await ring(one, bob);
  await hears(two, 'incomingCall');
  expect(await reject(two, alice)).toEqual({ ok: true });
  await hears(one, 'callRejected');
  expect(one.all('callRejected')).toEqual([{ to: bob.id }]);
  await hears(three, 'incomingCall', 'callEnded');
  expect(three.all('callEnded')).toEqual([{ signal, reason: 'rejected' }]);
});

test('only the tab that placed a call can cancel it', async () => {
  const [alice, bob] = await pair();
  const [one, aside, two] = [await callTab(alice), await callTab(alice), await callTab(bob)];
  const { signal } = await ring(one, bob);
  await hears(two, 'incomingCall');
  expect(await hangUp(aside, bob)).toMatchObject({ ok: false, code: 'in_call' });
  expect(await hangUp(one, bob)).toEqual({ ok: true });
  await hears(two, 'incomingCall', 'callEnded');
  expect(two.all('callEnded')).toEqual([{ signal, reason: 'cancelled' }]);
  expect(await answer(two, String(signal))).toMatchObject({ ok: false, code: 'no_call' });
});

test('a tab that connects during a call hears its present state', async () => {
  const [alice, bob] = await pair();
  const [one, two] = [await callTab(alice), await callTab(bob)];
  const { signal } = await ring(one, bob);
  const late = await callTab(bob);
  await hears(late, 'incomingCall');
  await hears(two, 'incomingCall');
  two.socket.disconnect();
  one.socket.disconnect();
  await hears(late, 'incomingCall', 'callEnded');
  const back = await callTab(bob, two.name);
  await hears(back, 'callEnded');
  expect(back.all('callEnded')).toEqual([{ signal, reason: 'cancelled' }]);
});

test('a repeated request of one tab gives the same call', async () => {
  const [alice, bob] = await pair();
  const [one, two] = [await callTab(alice), await callTab(bob)];
  const placed = await Promise.all([ring(one, bob), ring(one, bob)]);
  expect(placed[0]).toMatchObject({ ok: true });
  expect(placed[1]).toEqual(placed[0]);
  await hears(two, 'incomingCall');
  await hangUp(one, bob);
});

test('an unanswered call ends after the ring time', async () => {
  const quick = await startAppForTest({ CALL_RING_SECONDS: '1' });
  const [alice, bob] = (await friends(quick, 2)) as [Member, Member];
  const [one, two] = [await callTab(alice), await callTab(bob)];
  const { signal } = await ring(one, bob);
  await hears(one, 'error', 'callRejected');
  expect(one.all('error')).toEqual([{ code: 'no_answer', message: 'No answer.' }]);
  expect(one.all('callRejected')).toEqual([{ to: bob.id }]);
  await hears(two, 'incomingCall', 'callEnded');
  expect(two.all('callEnded')).toEqual([{ signal, reason: 'unanswered' }]);
  expect(await answer(two, String(signal))).toMatchObject({ ok: false, code: 'no_call' });
  expect(await liveCalls(quick)).toEqual([]);
});

describe('two people who call each other', () => {
  test('they meet in one call with one caller', async () => {
    const [alice, bob] = await pair();
    const [one, two, three] = [await callTab(alice), await callTab(bob), await callTab(bob)];
    const { signal } = await ring(one, bob);
    // The server drops `incomingCall` if the answer overtakes it.
    for (const tab of [two, three]) await hears(tab, 'incomingCall');
    expect(await ring(two, alice)).toEqual({ ok: true, signal, isCaller: false });
    await hears(one, 'callAccepted');
    expect(one.all('callAccepted')).toMatchObject([
      { signal, isCaller: true, to: { _id: bob.id } },
    ]);
    await hears(two, 'incomingCall', 'callAccepted');
    expect(two.all('callAccepted')).toMatchObject([
      { signal, isCaller: false, to: { _id: alice.id } },
    ]);
    await hears(three, 'incomingCall', 'callEnded');
    await hangUp(two, alice);
    await hears(one, 'callAccepted', 'callEnded');
  });

  test('they meet in one call after concurrent requests, 40 times', async () => {
    const [alice, bob] = await pair();
    const [one, two] = [await callTab(alice), await callTab(bob)];
    const firsts = new Set<string>();
    for (let n = 0; n < 40; n += 1) {
      const [mine, theirs] = await Promise.all([ring(one, bob), ring(two, alice)]);
      expect([mine.ok, theirs.ok]).toEqual([true, true]);
      expect(mine.signal).toBe(theirs.signal);
      expect(mine.isCaller).toBe(!theirs.isCaller);
      expect(await liveCalls(app)).toMatchObject([{ id: mine.signal, status: 'active' }]);
      for (const tab of [one, two])
        await expect
          .poll(() => tab.all('callAccepted').at(-1))
          .toMatchObject({ signal: mine.signal });
      firsts.add(mine.isCaller ? 'alice' : 'bob');
      // Both sides also hang up at once.
      expect(await Promise.all([hangUp(one, bob), hangUp(two, alice)])).toEqual([
        { ok: true },
        { ok: true },
      ]);
      expect(await liveCalls(app)).toEqual([]);
      await coolDown(app);
    }
    expect(firsts.size).toBeGreaterThan(0);
  });

  test('three people who call in a circle get one call', async () => {
    for (let n = 0; n < 10; n += 1) {
      const people = await friends(app, 3);
      const tabs = await Promise.all(people.map(async (member) => callTab(member)));
      const placed = await Promise.all(tabs.map(async (tab, k) => ring(tab, people[(k + 1) % 3]!)));
      expect(placed.filter(({ ok }) => ok)).toHaveLength(1);
      expect(await liveCalls(app)).toHaveLength(1);
      for (const tab of tabs) tab.socket.disconnect();
      await expect.poll(async () => liveCalls(app)).toEqual([]);
    }
  });
});

describe('the first answer wins', () => {
  test('one of many tabs that answer at once gets the call', async () => {
    const [alice, bob] = await pair();
    const one = await callTab(alice);
    const tabs = await Promise.all(Array.from({ length: 6 }, async () => callTab(bob)));
    const { signal } = await ring(one, bob);
    for (const tab of tabs) await hears(tab, 'incomingCall');
    const answers = await Promise.all(tabs.map(async (tab) => answer(tab, String(signal))));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const winner = tabs[answers.findIndex(({ ok }) => ok)]!;
    for (const tab of tabs) if (tab !== winner) await hears(tab, 'incomingCall', 'callEnded');
    await hears(one, 'callAccepted');
    await hears(winner, 'incomingCall');
    await hangUp(winner, alice);
  });

  test('a concurrent answer and cancel leave no live call', async () => {
    const [alice, bob] = await pair();
    const [one, two] = [await callTab(alice), await callTab(bob)];
    for (let n = 0; n < 20; n += 1) {
      const { signal } = await ring(one, bob);
      const [answered] = await Promise.all([answer(two, String(signal)), hangUp(one, bob)]);
      expect(await liveCalls(app)).toEqual([]);
      // In both orders, the end is the last event that the tabs hear.
      await expect.poll(() => two.all('callEnded').at(-1)).toMatchObject({ signal });
      expect(answered.ok || answered.code === 'no_call').toBe(true);
      await coolDown(app);
    }
  });
});

test('a caller who has hung up does not hear a late answer', async () => {
  const [alice, bob] = await pair();
  const [one, two] = [await callTab(alice), await callTab(bob)];
  const signal = String((await ring(one, bob)).signal);
  await hears(two, 'incomingCall');
  await app.ctx.db.transaction().execute(async (held) => {
    // The lock delays the update to the caller, which reads follows. The answer and the hang-up do not wait.
    await sql`lock table follows in access exclusive mode`.execute(held);
    expect(await answer(two, signal)).toEqual({ ok: true, signal });
    expect(await hangUp(one, bob)).toEqual({ ok: true });
  });
  // The caller’s updates go out before this one.
  await hears(two, 'incomingCall', 'callEnded');
  expect(calls(one)).toEqual([]);
});

test('people outside a call cannot change it', async () => {
  const { alice, bob, two, one, signal } = await callOf(app);
  const [carol] = (await crowdOf(app, 1, 'outsider')) as [Member];
  const tab = await callTab(carol);
  for (const to of [alice, bob]) {
    for (const name of ['rejectCall', 'hangUp'])
      for (const payload of [{ to: to.id }, { to: to.id, signal }, { to: { _id: to.id } }])
        expect(await ask(tab.socket, name, payload)).toMatchObject({ ok: false, code: 'no_call' });
  }
  expect(await answer(tab, signal)).toMatchObject({ ok: false, code: 'no_call' });
  // Nor can its participants end it with another person or signal.
  expect(await hangUp(one, carol)).toMatchObject({ ok: false, code: 'no_call' });
  expect(await hangUp(one, alice)).toMatchObject({ ok: false, code: 'no_call' });
  expect(await ask(one.socket, 'hangUp', { to: bob.id, signal: NOBODY })).toMatchObject({
    ok: false,
    code: 'no_call',
  });
  expect(await liveCalls(app)).toMatchObject([{ id: signal, status: 'active' }]);
  expect(news(tab)).toEqual([]);
  expect(await ask(two.socket, 'hangUp', { to: { _id: alice.id }, signal })).toEqual({ ok: true });
});
