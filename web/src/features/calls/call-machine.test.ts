import { expect, test } from 'vitest';
import {
  endedUnconnected,
  moveCall,
  noCall,
  type Call,
  type CallEvent,
  type CallMachine,
  type CallSend,
  type Person,
} from './call-machine.ts';

const NOW = 1_000_000;
const person = (name: string): Person => ({
  _id: name,
  username: name,
  fullName: name,
  avatar: null,
});
const [ann, ben] = [person('ann'), person('ben')];

const idle: Call = { status: 'idle' };
const calling: Call = { status: 'calling', to: ann, media: 'video' };
const placed: Call = { ...calling, callId: 'own' };
const incoming: Call = { status: 'incoming', from: ann, callId: 'c1', media: 'audio' };
const active: Call = {
  status: 'active',
  callId: 'c1',
  otherUser: ann,
  isCaller: false,
  media: 'audio',
  isOpen: true,
};
const answering: Call = { ...active, isOpen: false };
const benRings = { from: ben, callId: 'c2', media: 'video' } as const;
const waiting: Call = { ...placed, waiting: benRings };

const place: CallEvent = { name: 'place', to: ann, media: 'video', isConnected: true };
const rang: CallEvent = { name: 'rang', from: ann, callId: 'c1', media: 'audio' };
const accepted: CallEvent = { name: 'accepted', callId: 'c1', otherUser: ann, isCaller: true };

const hangUp = (callId?: string): CallSend => ({
  event: 'hangUp',
  to: 'ann',
  ...(callId && { callId }),
});

/** [state, event, next state, sent messages] */
const table: [Call, CallEvent, Call, CallSend[]][] = [
  [idle, place, calling, [{ event: 'callUser', to: 'ann', media: 'video' }]],
  [idle, rang, incoming, []],
  [idle, accepted, idle, [hangUp('c1')]],
  [
    idle,
    { ...accepted, reloaded: { media: 'audio', isMuted: true, connectedSince: 5 } },
    { ...active, isCaller: true, beginsMuted: true, connectedSince: 5 },
    [],
  ],
  [idle, { name: 'refused', to: 'ann' }, idle, []],
  [idle, { name: 'ended', callId: 'c1' }, idle, []],
  [idle, { name: 'hangUp' }, idle, []],
  [idle, { name: 'timedOut' }, idle, []],
  [idle, { name: 'answer', media: 'video' }, idle, []],

  [calling, { name: 'placed', to: 'ann', callId: 'own' }, placed, []],
  [calling, { name: 'placed', to: 'ben', callId: 'old' }, calling, []],
  [calling, accepted, { ...active, isCaller: true, media: 'video' }, []],
  [
    calling,
    { ...accepted, otherUser: ben },
    calling,
    [{ event: 'hangUp', to: 'ben', callId: 'c1' }],
  ],
  [calling, { name: 'refused', to: 'ann' }, idle, []],
  [calling, { name: 'refused', to: 'ben' }, calling, []],
  [calling, { name: 'cancel' }, idle, [hangUp()]],
  [placed, { name: 'cancel' }, idle, [hangUp('own')]],
  [placed, { name: 'timedOut' }, idle, [hangUp('own')]],
  [placed, { name: 'ended', callId: 'own' }, idle, []],
  [placed, { name: 'ended', callId: 'c1' }, placed, []],
  [placed, { name: 'disconnected' }, placed, []],
  [placed, { name: 'graceExpired' }, idle, []],
  [placed, { name: 'reject' }, placed, []],
  [placed, { name: 'loadFailed' }, idle, [hangUp('own')]],
  [waiting, { name: 'loadFailed' }, { status: 'incoming', ...benRings }, [hangUp('own')]],

  // Somebody else called first. Their call rings if the viewer's own call is refused.
  [placed, { name: 'rang', ...benRings }, waiting, []],
  [waiting, { name: 'refused', to: 'ann' }, { status: 'incoming', ...benRings }, []],
  [waiting, { name: 'cancel' }, { status: 'incoming', ...benRings }, [hangUp('own')]],
  [waiting, { name: 'ended', callId: 'c2' }, placed, []],
  [waiting, { name: 'disconnected' }, placed, []],
  [waiting, accepted, { ...active, isCaller: true, media: 'video' }, []],
  // Two people call each other: the other call waits here until the server has merged both.
  [calling, rang, { ...calling, waiting: { from: ann, callId: 'c1', media: 'audio' } }, []],
  [
    { ...calling, callId: 'c1', waiting: { from: ann, callId: 'c1', media: 'audio' } },
    { ...accepted, isCaller: false },
    { ...active, media: 'video' },
    [],
  ],
  [
    { ...calling, callId: 'c1', waiting: { from: ann, callId: 'c1', media: 'audio' } },
    { name: 'ended', callId: 'c1' },
    idle,
    [],
  ],

  [
    incoming,
    { name: 'answer', media: 'audio' },
    answering,
    [{ event: 'answerCall', callId: 'c1' }],
  ],
  [incoming, { name: 'reject' }, idle, [{ event: 'rejectCall', to: 'ann', callId: 'c1' }]],
  [incoming, { name: 'ended', callId: 'c1' }, idle, []],
  [incoming, { name: 'ended', callId: 'c2' }, incoming, []],
  [incoming, { name: 'timedOut' }, idle, []],
  [incoming, { name: 'disconnected' }, idle, []],
  // A tab that cannot load the dialog does not decline for other tabs.
  [incoming, { name: 'loadFailed' }, idle, []],
  [incoming, rang, incoming, []],
  [incoming, { name: 'rang', ...benRings }, { status: 'incoming', ...benRings }, []],
  [incoming, { name: 'cancel' }, incoming, []],
  [incoming, { name: 'hangUp' }, incoming, []],

  [answering, { name: 'answered', callId: 'c1' }, active, []],
  [answering, { name: 'answered', callId: 'c2' }, answering, []],
  [answering, accepted, active, []],
  [answering, { name: 'answerFailed', callId: 'c1' }, idle, []],
  [answering, { name: 'ended', callId: 'c1' }, idle, []],
  [active, { name: 'hangUp' }, idle, [hangUp('c1')]],
  [active, { name: 'ended', callId: 'c1' }, idle, []],
  [active, { name: 'ended', callId: 'c2' }, active, []],
  [active, { name: 'answerFailed', callId: 'c1' }, idle, []],
  [active, { name: 'answerFailed', callId: 'c2' }, active, []],
  [active, accepted, active, []],
  [active, { name: 'rang', ...benRings }, active, []],
  [active, { name: 'timedOut' }, active, []],
  [active, { name: 'disconnected' }, active, []],
  [active, { name: 'graceExpired' }, idle, []],
  [active, { name: 'loadFailed' }, idle, [hangUp('c1')]],
];

const at = (call: Call, coolUntil = 0): CallMachine => ({ call, coolUntil });
const titleOf = ({ status }: Call, { name }: CallEvent) => `${status}, ${name}`;

test.each(table.map((row) => [titleOf(row[0], row[1]), ...row] as const))(
  '%s',
  (_, before, event, after, sends) => {
    const move = moveCall(at(before), event, NOW);
    expect(move.machine.call).toEqual(after);
    expect(move.sends).toEqual(sends);
    expect(move.refusal).toBeUndefined();
  },
);

test('a refusal gives the reason as text', () => {
  const refusal = (machine: CallMachine, event: CallEvent = place) => {
    const move = moveCall(machine, event, NOW);
    if (move.refusal) expect(move).toEqual({ machine, sends: [], refusal: move.refusal });
    return move.refusal;
  };
  expect(refusal(at(idle), { ...place, isConnected: false })).toBe('Socket not connected.');
  for (const call of [calling, incoming, active])
    expect(refusal(at(call))).toBe('A call is already in progress or incoming.');
  expect(refusal(at(idle, NOW + 1))).toBe('Please wait before trying to call again.');
  expect(refusal(at(idle, NOW))).toBeUndefined();
});

test('after a call none can be placed for two seconds, but one can arrive', () => {
  const endings: [Call, CallEvent][] = [
    [calling, { name: 'cancel' }],
    [calling, { name: 'refused', to: 'ann' }],
    [incoming, { name: 'reject' }],
    [incoming, { name: 'ended', callId: 'c1' }],
    [active, { name: 'hangUp' }],
    [active, { name: 'ended', callId: 'c1' }],
    [active, { name: 'graceExpired' }],
  ];
  for (const [call, event] of endings) {
    const { machine } = moveCall(at(call), event, NOW);
    expect(machine.coolUntil).toBe(NOW + 2_000);
    expect(moveCall(machine, place, NOW + 1_999).refusal).toBeDefined();
    expect(moveCall(machine, place, NOW + 2_000).refusal).toBeUndefined();
    expect(moveCall(machine, rang, NOW).machine.call).toEqual(incoming);
  }
});

test('signing out resets the machine', () => {
  for (const call of [idle, waiting, incoming, active])
    expect(moveCall(at(call, NOW + 5), { name: 'signedOut' }, NOW)).toEqual({
      machine: noCall,
      sends: [],
    });
});

test('only an outgoing call that ends without a connection shows the end alert', () => {
  expect(endedUnconnected(calling, idle)).toBe(true);
  expect(endedUnconnected(waiting, incoming)).toBe(true);
  expect(endedUnconnected(calling, placed)).toBe(false);
  expect(endedUnconnected(calling, active)).toBe(false);
  expect(endedUnconnected(incoming, idle)).toBe(false);
});
