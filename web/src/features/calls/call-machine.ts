import type { CallMedia } from '@roost/contract/calls';
import type { UserCard } from '@roost/contract/users';
import { callTiming } from '../../lib/constants.ts';

/** What a call shows of somebody. */
export type Person = Pick<UserCard, '_id' | 'username' | 'fullName' | 'avatar'>;

export interface Incoming {
  from: Person;
  /** Names the call (contract §8). */
  signal: string;
  media: CallMedia;
}

export type Call =
  | { status: 'idle' }
  /** `waiting` rings since before it was known whether our own call goes through. */
  | { status: 'calling'; to: Person; media: CallMedia; signal?: string; waiting?: Incoming }
  | ({ status: 'incoming' } & Incoming)
  | ActiveCall;

export interface ActiveCall {
  status: 'active';
  signal: string;
  otherUser: Person;
  isCaller: boolean;
  /** What this side began with. */
  media: CallMedia;
  /** The server knows of the answer, and lets both into the room. */
  isOpen: boolean;
}

export interface CallMachine {
  call: Call;
  /** No call can be placed before; in ms of the epoch. */
  coolUntil: number;
}

export const noCall: CallMachine = { call: { status: 'idle' }, coolUntil: 0 };

export type CallEvent =
  | { name: 'place'; to: Person; media: CallMedia; isConnected: boolean }
  /** The server has it, and rings. */
  | { name: 'placed'; to: string; signal: string }
  | ({ name: 'rang' } & Incoming)
  | { name: 'accepted'; signal: string; otherUser: Person; isCaller: boolean }
  /** Ours could not be placed, or was declined. */
  | { name: 'refused'; to: string }
  | { name: 'answer'; media: CallMedia }
  | { name: 'answered'; signal: string }
  | { name: 'answerFailed'; signal: string }
  | { name: 'reject' }
  | { name: 'cancel' }
  | { name: 'ended'; signal: string }
  | { name: 'hangUp' }
  /** Either dialog has stood for its time. */
  | { name: 'timedOut' }
  /** What shows it to the person could not be fetched: they can do nothing about it in this tab. */
  | { name: 'unshowable' }
  /** The main socket is gone. */
  | { name: 'lineBroke' }
  /** And has been for longer than a call can wait. */
  | { name: 'lineLost' }
  | { name: 'signedOut' };

/** What is to be sent for it over the main socket. */
export type CallSend =
  | { event: 'callUser'; to: string; media: CallMedia }
  | { event: 'answerCall'; signal: string }
  | { event: 'rejectCall'; to: string; signal: string }
  | { event: 'hangUp'; to: string; signal?: string };

export interface CallMove {
  machine: CallMachine;
  sends: CallSend[];
  /** Why it can't be (spec §5). */
  refusal?: string;
}

/** The state of calls of this tab (spec §4); knows nothing of sockets, media or clocks. */
export function moveCall(machine: CallMachine, event: CallEvent, now: number): CallMove {
  if (event.name === 'signedOut') return { machine: noCall, sends: [] };
  const refusal = event.name === 'place' && refusalOf(machine, event.isConnected, now);
  if (refusal) return { machine, sends: [], refusal };
  const { call } = machine;
  const { next = call, sends = [] } = step(call, event);
  const coolUntil = isLeft(call, next) ? now + callTiming.coolDownMs : machine.coolUntil;
  return { machine: { call: next, coolUntil }, sends };
}

/** What follows; without `next` all stays as it is. */
interface Step {
  next?: Call;
  sends?: CallSend[];
}

function step(call: Call, event: CallEvent): Step {
  switch (call.status) {
    case 'idle':
      return by(whileIdle, call, event);
    case 'calling':
      return by(whileCalling, call, event);
    case 'incoming':
      return by(whileIncoming, call, event);
    case 'active':
      return by(whileActive, call, event);
  }
  return {};
}

const idle: Call = { status: 'idle' };

/** What each event leads to in one status; the others lead nowhere. */
type Rules<Now> = {
  [Name in CallEvent['name']]?: (call: Now, event: Extract<CallEvent, { name: Name }>) => Step;
};

function by<Now>(rules: Rules<Now>, call: Now, event: CallEvent): Step {
  const rule = rules[event.name] as ((call: Now, event: CallEvent) => Step) | undefined;
  return rule?.(call, event) ?? {};
}

const toIdle = (): Step => ({ next: idle });
const ifSame = (call: { signal?: string }, event: { signal: string }, then: Step): Step =>
  event.signal === call.signal ? then : {};

const whileIdle: Rules<Call> = {
  place: (_, { to, media }) => ({
    next: { status: 'calling', to, media },
    sends: [{ event: 'callUser', to: to._id, media }],
  }),
  rang: (_, event) => ({ next: incomingOf(event) }),
  accepted: (_, event) => unwanted(event),
};

const giveUp = (call: Calling): Step => ({
  next: afterOwn(call),
  sends: [hangUp(call.to, call.signal)],
});

const whileCalling: Rules<Calling> = {
  placed: (call, { to, signal }) => (to === call.to._id ? { next: { ...call, signal } } : {}),
  // Whose call crosses ours is in it before long: the server makes one of both.
  rang: (call, { from, signal, media }) => ({
    next: { ...call, waiting: { from, signal, media } },
  }),
  accepted: ({ to, media }, event) => {
    const { signal, otherUser, isCaller } = event;
    if (otherUser._id !== to._id) return unwanted(event);
    return { next: { status: 'active', signal, otherUser, isCaller, media, isOpen: true } };
  },
  refused: (call, { to }) => (to === call.to._id ? { next: afterOwn(call) } : {}),
  cancel: giveUp,
  timedOut: giveUp,
  unshowable: giveUp,
  ended: (call, { signal }) => {
    if (signal === call.signal) return { next: afterOwn(call) };
    return signal === call.waiting?.signal ? { next: withoutWaiting(call) } : {};
  },
  // It rings again on the next connection, should it still.
  lineBroke: (call) => (call.waiting ? { next: withoutWaiting(call) } : {}),
  lineLost: toIdle,
};

const whileIncoming: Rules<Incoming> = {
  rang: (_, event) => ({ next: incomingOf(event) }),
  accepted: (_, event) => unwanted(event),
  answer: ({ from: otherUser, signal }, { media }) => ({
    next: { status: 'active', signal, otherUser, isCaller: false, media, isOpen: false },
    sends: [{ event: 'answerCall', signal }],
  }),
  reject: ({ from, signal }) => ({
    next: idle,
    sends: [{ event: 'rejectCall', to: from._id, signal }],
  }),
  ended: (call, event) => ifSame(call, event, toIdle()),
  // Of this the server tells the caller by itself; after the others it rings again, should it still.
  timedOut: toIdle,
  // Not declined: it rings on in the others.
  unshowable: toIdle,
  lineBroke: toIdle,
  lineLost: toIdle,
};

const whileActive: Rules<ActiveCall> = {
  // A tab that comes back into its call is told again.
  accepted: (call, event) =>
    event.signal === call.signal ? { next: { ...call, isOpen: true } } : unwanted(event),
  answered: (call, event) => ifSame(call, event, { next: { ...call, isOpen: true } }),
  answerFailed: (call, event) => ifSame(call, event, toIdle()),
  ended: (call, event) => ifSame(call, event, toIdle()),
  hangUp: leave,
  unshowable: leave,
  lineLost: toIdle,
};

function leave({ otherUser, signal }: ActiveCall): Step {
  return { next: idle, sends: [hangUp(otherUser, signal)] };
}

/** Nobody here is in it any more: the other one must not wait. */
function unwanted({ otherUser, signal }: Extract<CallEvent, { name: 'accepted' }>): Step {
  return { sends: [hangUp(otherUser, signal)] };
}

/** Idle, or with who has been waiting. */
function afterOwn({ waiting, signal }: Calling): Call {
  return waiting && waiting.signal !== signal ? { status: 'incoming', ...waiting } : idle;
}

/** Whether one call is over, whatever comes after it. */
function isLeft(before: Call, after: Call): boolean {
  if (before.status === 'idle') return false;
  return after.status === 'idle' || (before.status === 'calling' && after.status === 'incoming');
}

/** In the order of spec §5. */
function refusalOf({ call, coolUntil }: CallMachine, isConnected: boolean, now: number) {
  if (!isConnected) return 'Socket not connected.';
  if (call.status !== 'idle') return 'A call is already in progress or incoming.';
  return now < coolUntil ? 'Please wait before trying to call again.' : undefined;
}

/** Whether the calling state has fallen back to idle without a call, of which a notice tells (spec §2). */
export function fellBack(before: Call, after: Call): boolean {
  return before.status === 'calling' && after.status !== 'calling' && after.status !== 'active';
}

type Calling = Extract<Call, { status: 'calling' }>;

function incomingOf({ from, signal, media }: Incoming): Call {
  return { status: 'incoming', from, signal, media };
}

function hangUp({ _id: to }: Person, signal: string | undefined): CallSend {
  return { event: 'hangUp', to, ...(signal !== undefined && { signal }) };
}

function withoutWaiting({ to, media, signal }: Calling): Calling {
  return { status: 'calling', to, media, ...(signal !== undefined && { signal }) };
}
