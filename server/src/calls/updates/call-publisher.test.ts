import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/support/app.ts';
import { answer, callTab, friends, hangUp, liveCalls, ring } from '../../../test/support/calls.ts';
import type { Member } from '../../../test/support/cast.ts';
import type { CallRecord } from '../../platform/database/tables.ts';
import type { PublishLocally } from '../../platform/sockets/publish.ts';
import { stateOf } from '../advance-call.ts';
import { moveCall } from '../call-machine.ts';
import { CallPublisher } from './call-publisher.ts';

/** Each publication takes this time, so that events overtake each other. */
const PUBLISH_MS = 20;
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Makes a call with one caller tab and two callee tabs, and returns its record at each step. */
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

test('no tab rings on after a call whose end overtakes its answer', async () => {
  const { alice, bob, ringing, active, ended } = await stepsOfCall();
  const tabs = [ringing.caller_tab, active.callee_tab!, 'another tab of theirs'];
  const heard: string[] = [];
  const publish: PublishLocally = async (userId, name, _payload, isFor = () => true) => {
    await wait(PUBLISH_MS);
    const viewer = {
      id: userId,
      sessionId: '',
      tokenHash: '',
      tier: 'free',
      role: 'member',
      isEmailVerified: true,
      hasMutes: false,
    } as const;
    for (const tab of tabs) {
      const isTheirs = (tab === ringing.caller_tab) === (userId === alice.id);
      if (isTheirs && isFor({ viewer, tab, socketId: tab, origin: '' }))
        heard.push(`${tabs.indexOf(tab)} ${name}`);
    }
  };
  const rooms = { publishNetworkLost: async () => {}, close() {} };
  const publisher = new CallPublisher(app.ctx, publish, rooms, 'node');
  await publisher.publishUpdates(ringing, ['incoming to all callee tabs']);
  expect(heard).toEqual(['1 incomingCall', '2 incomingCall']);

  // An update of another call is still going out when this call is answered and ends.
  const answered = moveCall(stateOf(ringing), {
    name: 'answered',
    by: bob.id,
    callTab: { tab: tabs[1]!, sessionId: '', nodeId: '' },
  });
  const over = moveCall(stateOf(active), { name: 'hungUp', by: alice.id, tab: tabs[0]! });
  if ('refused' in answered || 'refused' in over) throw new Error('the call refused an event');
  void publisher.publishUpdates({ ...ended, id: 'another', callee_tab: null }, ['ended to caller']);
  await Promise.all([
    publisher.publishUpdates(active, answered.updates),
    publisher.publishUpdates(ended, over.updates),
  ]);
  expect(heard.slice(3).toSorted()).toEqual(['1 callEnded', '2 callEnded']);
});
