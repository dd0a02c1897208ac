import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { answer, callTab, friends, hangUp, liveCalls, ring } from '../../test/calls.ts';
import type { Member } from '../../test/cast.ts';
import type { CallRecord } from '../db/tables.ts';
import type { Publish } from '../realtime/publish.ts';
import { stateOf } from './advance-call.ts';
import { moveCall } from './call-machine.ts';
import { CallTeller } from './tell-tabs.ts';

/** Milliseconds that each telling takes. */
const SLOW = 20;
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** A call as it was at each of its steps, with a tab of the caller's and two of the callee's. */
async function stepsOfCall() {
  const [alice, bob] = (await friends(app, 2)) as [Member, Member];
  const [one, two] = [await callTab(alice), await callTab(bob), await callTab(bob)];
  const { signal } = await ring(one, bob);
  const ringing = (await liveCalls(app)).find(({ id }) => id === signal)!;
  await answer(two, String(signal));
  const active = (await liveCalls(app)).find(({ id }) => id === signal)!;
  await hangUp(one, bob);
  const ended: CallRecord = { ...active, status: 'ended', reason: 'hung up' };
  return { alice, bob, ringing, active, ended };
}

test('a call that ends before its answer is told leaves no tab ringing', async () => {
  const { alice, bob, ringing, active, ended } = await stepsOfCall();
  const tabs = [ringing.caller_tab, active.callee_tab!, 'another tab of theirs'];
  const heard: string[] = [];
  const publish: Publish = async (userId, name, _payload, isFor = () => true) => {
    await wait(SLOW);
    const viewer = { id: userId, sessionId: '', tokenHash: '', tier: 'free' } as const;
    for (const tab of tabs) {
      const isTheirs = (tab === ringing.caller_tab) === (userId === alice.id);
      if (isTheirs && isFor({ viewer, tab, socketId: tab, origin: '' }))
        heard.push(`${tabs.indexOf(tab)} ${name}`);
    }
  };
  const teller = new CallTeller(app.ctx, publish, { tellLost: async () => {}, close() {} }, 'node');
  await teller.tell(ringing, ['incoming to all callee tabs']);
  expect(heard).toEqual(['1 incomingCall', '2 incomingCall']);

  // Something else is just being told when it is answered, and still when it ends.
  const answered = moveCall(stateOf(ringing), {
    name: 'answered',
    by: bob.id,
    seat: { tab: tabs[1]!, sessionId: '', nodeId: '' },
  });
  const over = moveCall(stateOf(active), { name: 'hungUp', by: alice.id, tab: tabs[0]! });
  if ('refused' in answered || 'refused' in over) throw new Error('it can be answered and ended');
  void teller.tell({ ...ended, id: 'another', callee_tab: null }, ['ended to caller']);
  await Promise.all([teller.tell(active, answered.notices), teller.tell(ended, over.notices)]);
  expect(heard.slice(3).toSorted()).toEqual(['1 callEnded', '2 callEnded']);
});
