import { describe, expect, test } from 'vitest';
import { moveCall, type CallEvent, type CallState, type Move } from './call-machine.ts';

const callTab = (name: string) => ({
  tab: `${name} tab`,
  sessionId: `${name} s`,
  nodeId: `${name} n`,
});
const pair = { callerId: 'ann', calleeId: 'ben', caller: callTab('ann') };
const ringing: CallState = { status: 'ringing', ...pair };
const active: CallState = { status: 'active', ...pair, callee: callTab('ben') };
const ended: CallState = { status: 'ended', reason: 'hung up' };

const answered = { name: 'answered', by: 'ben', callTab: callTab('ben') } as const;
const crossed = { ...answered, name: 'crossed' } as const;
const did = (name: 'rejected' | 'hungUp' | 'lost', by: string, tab = `${by} tab`): CallEvent => ({
  name,
  by,
  tab,
});
const out = (...names: string[]): CallEvent => ({
  name: 'signedOut',
  sessionIds: names.map((name) => `${name} s`),
});
const stopped = (...names: string[]): CallEvent => ({
  name: 'nodesStopped',
  nodeIds: names.map((name) => `${name} n`),
});

const goes = (state: CallState, ...updates: string[]) => ({ state, updates });
const ends = (reason: string, ...updates: string[]) => ({
  state: { status: 'ended', reason },
  updates,
});
const stays = (state: CallState) => goes(state);
const refused = (code: string) => ({ refused: code });

type Row = [event: CallEvent, move: object];

const whileRinging: Row[] = [
  [answered, goes(active, 'ended to other callee tabs', 'accepted to caller')],
  [
    crossed,
    goes(active, 'ended to other callee tabs', 'accepted to caller', 'accepted to crossing callee'),
  ],
  [{ ...answered, by: 'ann' }, refused('no_call')],
  [{ ...answered, by: 'eve' }, refused('no_call')],
  [did('rejected', 'ben'), ends('rejected', 'ended to all callee tabs', 'rejected to caller')],
  [did('hungUp', 'ben'), ends('rejected', 'ended to all callee tabs', 'rejected to caller')],
  [did('hungUp', 'ann'), ends('cancelled', 'ended to all callee tabs')],
  [did('rejected', 'ann'), ends('cancelled', 'ended to all callee tabs')],
  [did('hungUp', 'ann', 'her other tab'), refused('in_call')],
  [did('hungUp', 'eve'), refused('in_call')],
  [did('lost', 'ann'), ends('cancelled', 'ended to all callee tabs')],
  [did('lost', 'ann', 'her other tab'), stays(ringing)],
  [did('lost', 'ben'), stays(ringing)],
  [
    { name: 'unreachable', by: 'ben' },
    ends('offline', 'ended to all callee tabs', 'offline to caller'),
  ],
  [{ name: 'unreachable', by: 'ann' }, stays(ringing)],
  [{ name: 'rangOut' }, ends('unanswered', 'ended to all callee tabs', 'no answer to caller')],
  [out('ann'), ends('signed out', 'ended to all callee tabs', 'ended to caller')],
  [out('ben'), stays(ringing)],
  [stopped('ann', 'eve'), ends('lost', 'ended to all callee tabs', 'ended to caller')],
  [stopped('ben'), stays(ringing)],
  [
    { name: 'blocked', by: 'ben' },
    ends('blocked', 'ended to all callee tabs', 'rejected to caller'),
  ],
];

const toCallee = ['network lost to callee', 'ended to callee', 'ended to caller'];
const toCaller = ['network lost to caller', 'ended to caller', 'ended to callee'];
const whileActive: Row[] = [
  [{ name: 'unreachable', by: 'ben' }, stays(active)],
  [answered, refused('no_call')],
  [crossed, refused('no_call')],
  [did('hungUp', 'ann'), ends('hung up', 'ended to callee')],
  [did('hungUp', 'ben'), ends('hung up', 'ended to caller')],
  [did('rejected', 'ben'), ends('hung up', 'ended to caller')],
  [did('rejected', 'ben', 'his other tab'), refused('no_call')],
  [did('hungUp', 'ben', 'his other tab'), refused('in_call')],
  [did('hungUp', 'ann', 'ben tab'), refused('in_call')],
  [did('hungUp', 'eve', 'ann tab'), refused('in_call')],
  [did('lost', 'ann'), ends('lost', ...toCallee)],
  [did('lost', 'ben'), ends('lost', ...toCaller)],
  [did('lost', 'ben', 'his other tab'), stays(active)],
  [did('lost', 'eve', 'ann tab'), stays(active)],
  [out('ann'), ends('signed out', 'ended to caller', 'ended to callee')],
  [out('ben', 'eve'), ends('signed out', 'ended to caller', 'ended to callee')],
  [out('eve'), stays(active)],
  [stopped('ann'), ends('lost', ...toCallee)],
  [stopped('ben'), ends('lost', ...toCaller)],
  [stopped('eve'), stays(active)],
  [{ name: 'blocked', by: 'ann' }, ends('blocked', 'block to caller', 'ended to callee')],
  [{ name: 'blocked', by: 'ben' }, ends('blocked', 'ended to caller', 'block to callee')],
  [{ name: 'rangOut' }, stays(active)],
];

describe.each([
  ['ringing', ringing, whileRinging],
  ['active', active, whileActive],
] as const)('a call that is %s', (_, state, rows) => {
  test.each(rows.map(([event, move]) => [JSON.stringify(event), event, move] as const))(
    '%s',
    (_name, event, move) => {
      expect(moveCall(state, event)).toEqual<Move>(move as Move);
    },
  );
});

test('an ended call refuses every event', () => {
  for (const [event] of [...whileRinging, ...whileActive])
    expect(moveCall(ended, event)).toEqual(refused('no_call'));
});
