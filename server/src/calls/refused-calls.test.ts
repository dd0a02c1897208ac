import { describe, expect, test } from 'vitest';
import { startAppForFile } from '../../test/support/app.ts';
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
} from '../../test/support/calls.ts';
import { crowdOf, type Member } from '../../test/support/cast.ts';
import { open, send, setPreference } from '../../test/support/chat.ts';
import { NOBODY } from '../../test/support/requests.ts';

const app = await startAppForFile({}, { callGrace: 300 });

const pair = async () => (await friends(app, 2)) as [Member, Member];

describe('a refused call gives the calling tab an error, then callRejected', () => {
  const refused = async (caller: Member, callee: { id: string }, code: string, words: string) => {
    const [tab, aside] = [await callTab(caller), await callTab(caller)];
    tab.socket.emit('callUser', { targetUserId: callee.id, from: caller.id });
    await hears(tab, 'error', 'callRejected');
    expect(tab.all('error')).toEqual([{ code, message: words }]);
    expect(tab.all('callRejected')).toEqual([{ to: callee.id }]);
    // If the client asks for an acknowledgement, it carries the error.
    expect(await ask(tab.socket, 'callUser', { targetUserId: callee.id })).toMatchObject({
      ok: false,
    });
    await hears(tab, 'error', 'callRejected', 'callRejected');
    expect(calls(aside)).toEqual([]);
  };

  test('nobody can call themself', async () => {
    const [alice] = await pair();
    await refused(alice, alice, 'self_action', 'You can’t call yourself.');
  });

  test('a person who does not exist cannot be called', async () => {
    const [alice] = await pair();
    await refused(alice, { id: NOBODY }, 'not_found', 'User not found.');
  });

  const notAllowed = ['forbidden', "This user doesn't accept calls from you."] as const;

  test('a stranger can be called after they follow or write', async () => {
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

  test('a person who accepts no messages cannot be called', async () => {
    const [alice, bob] = await pair();
    await callTab(bob);
    await setPreference(app.ctx, bob, 'no one');
    await refused(alice, bob, ...notAllowed);
  });

  test('a block in either direction prevents calls', async () => {
    for (const isBlocker of [true, false]) {
      const [alice, bob] = await pair();
      const there = await callTab(bob);
      await (isBlocker ? alice.toggleBlock(bob) : bob.toggleBlock(alice));
      await refused(alice, bob, ...notAllowed);
      expect(calls(there)).toEqual([]);
    }
  });

  test('an offline person cannot be called', async () => {
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

  test('a person with a live or ringing call is busy', async () => {
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
    // The two participants cannot place another call from any tab.
    const there = await callTab(carol);
    await refused(bob, carol, 'in_call', 'A call is already in progress or incoming.');
    await refused(alice, carol, 'in_call', 'A call is already in progress or incoming.');
    expect(calls(there)).toEqual([]);
    expect(await liveCalls(app)).toMatchObject([{ id: signal, status: 'active' }]);
    await hangUp(two, alice);
  });

  test('neither side can call within 2 s after a call', async () => {
    const { alice, bob, one, two } = await callOf(app);
    await hangUp(one, bob);
    const words = 'Please wait before trying to call again.';
    await refused(alice, bob, 'call_cooldown', words);
    await refused(bob, alice, 'call_cooldown', words);
    await coolDown(app);
    expect(await ring(two, alice)).toMatchObject({ ok: true });
    await hangUp(two, alice);
  });

  test('the cool-down allows for the delay between the press and the stored end', async () => {
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
