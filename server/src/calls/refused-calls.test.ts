import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startAppForFile } from '../../test/app.ts';
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
  ring,
} from '../../test/calls.ts';
import { crowdOf, type Member } from '../../test/cast.ts';
import { open, send, setPreference } from '../../test/chat.ts';
import { NOBODY } from '../../test/requests.ts';

const app = await startAppForFile({}, { callGrace: 300 });

const pair = async () => (await friends(app, 2)) as [Member, Member];

describe('a call that can’t be placed: the error, then callRejected, to the tab that tried', () => {
  const refused = async (caller: Member, callee: { id: string }, code: string, words: string) => {
    const [tab, aside] = [await callTab(caller), await callTab(caller)];
    tab.socket.emit('callUser', { targetUserId: callee.id, from: caller.id });
    await hears(tab, 'error', 'callRejected');
    expect(tab.all('error')).toEqual([{ code, message: words }]);
    expect(tab.all('callRejected')).toEqual([{ to: callee.id }]);
    // With an acknowledgement that is the error.
    expect(await ask(tab.socket, 'callUser', { targetUserId: callee.id })).toMatchObject({
      ok: false,
    });
    await hears(tab, 'error', 'callRejected', 'callRejected');
    expect(calls(aside)).toEqual([]);
  };

  test('oneself', async () => {
    const [alice] = await pair();
    await refused(alice, alice, 'self_action', "You can't call yourself.");
  });

  test('nobody', async () => {
    const [alice] = await pair();
    await refused(alice, { id: NOBODY }, 'not_found', 'User not found.');
  });

  const notAllowed = ['forbidden', "This user doesn't accept calls from you."] as const;

  test('a stranger, until they follow or have written', async () => {
    const [alice, bob, carol] = (await crowdOf(app, 3, 'stranger')) as [Member, Member, Member];
    const tabs = [await callTab(bob), await callTab(carol)];
    await alice.follow(bob);
    await refused(alice, bob, ...notAllowed);
    await refused(alice, carol, ...notAllowed);
    expect(tabs.flatMap(calls)).toEqual([]);
    await bob.follow(alice);
    await send(carol, (await open(carol, alice))._id, 'Call me');
    const tab = await callTab(alice);
    for (const callee of [bob, carol]) {
      expect(await ring(tab, callee)).toMatchObject({ ok: true });
      await hangUp(tab, callee);
      await coolDown(app);
    }
  });

  test('one who takes no messages', async () => {
    const [alice, bob] = await pair();
    await callTab(bob);
    await setPreference(app.ctx, bob, 'no one');
    await refused(alice, bob, ...notAllowed);
  });

  test('across a block, either way', async () => {
    for (const isBlocker of [true, false]) {
      const [alice, bob] = await pair();
      const there = await callTab(bob);
      await (isBlocker ? alice.toggleBlock(bob) : bob.toggleBlock(alice));
      await refused(alice, bob, ...notAllowed);
      expect(calls(there)).toEqual([]);
    }
  });

  test('one who is away', async () => {
    const [alice, bob] = await pair();
    await refused(alice, bob, 'user_offline', 'This user is offline.');
  });

  test('a hidden tab still rings', async () => {
    const [alice, bob] = await pair();
    const [one, two] = [await callTab(alice), await callTab(bob)];
    two.socket.emit('addUser', bob.id);
    two.socket.emit('userOffline', bob.id);
    expect(await ring(one, bob)).toMatchObject({ ok: true });
    await hears(two, 'incomingCall');
  });

  test('one who is in a call, or rung, or ringing', async () => {
    const [alice, bob, carol] = (await friends(app, 3)) as [Member, Member, Member];
    const [one, two] = [await callTab(alice), await callTab(bob)];
    const { signal } = await ring(one, bob);
    for (const busy of [alice, bob]) {
      await refused(carol, busy, 'user_busy', 'This user is in another call.');
      await coolDown(app);
    }
    await answer(two, String(signal));
    await refused(carol, bob, 'user_busy', 'This user is in another call.');
    await coolDown(app);
    // Nor may those two place another, from any tab.
    const there = await callTab(carol);
    await refused(bob, carol, 'in_call', 'A call is already in progress or incoming.');
    await refused(alice, carol, 'in_call', 'A call is already in progress or incoming.');
    expect(calls(there)).toEqual([]);
    expect(await liveCalls(app)).toMatchObject([{ id: signal, status: 'active' }]);
    await hangUp(two, alice);
  });

  test('within 2 s of a call’s end, by either of its two', async () => {
    const { alice, bob, one, two } = await callOf(app);
    await hangUp(one, bob);
    const words = 'Please wait before trying to call again.';
    await refused(alice, bob, 'call_cooldown', words);
    await refused(bob, alice, 'call_cooldown', words);
    await wait(2_000);
    expect(await ring(two, alice)).toMatchObject({ ok: true });
    await hangUp(two, alice);
  });

  test('counted from the press that ended it, a moment before it was kept', async () => {
    const { alice, bob, one, two } = await callOf(app);
    await hangUp(one, bob);
    const endedAgo = async (ms: number) =>
      app.ctx.db
        .updateTable('call_members')
        .set({ ended_at: new Date(Date.now() - ms) })
        .where('user_id', 'in', [alice.id, bob.id])
        .execute();
    await endedAgo(1_500);
    expect(await ring(two, alice)).toMatchObject({ ok: false, code: 'call_cooldown' });
    await endedAgo(1_900);
    expect(await ring(two, alice)).toMatchObject({ ok: true });
    await hangUp(two, alice);
  });
});
