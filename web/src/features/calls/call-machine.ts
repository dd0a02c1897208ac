import * as words from '#words/calls';
import type { CallMedia } from '@roost/contract/calls';
import type { UserCard } from '@roost/contract/users';
import { callTiming } from './call-timing.ts';
import type { Reloaded } from './reloaded-call.ts';

/** The parts of a user card that a call shows. */
export type Person = Pick<UserCard, '_id' | 'username' | 'fullName' | 'avatar'>;

export interface Incoming {
  from: Person;
  /** The id of the call. */
  callId: string;
  media: CallMedia;
}

export type Call =
  | { status: 'idle' }
  /** `waiting` is an incoming call that arrived before the result of the viewer's own call was known. */
  | { status: 'calling'; to: Person; media: CallMedia; callId?: string; waiting?: Incoming }
  | ({ status: 'incoming' } & Incoming)
  | ActiveCall;

export interface ActiveCall {
  status: 'active';
  callId: string;
  otherUser: Person;
  isCaller: boolean;
  /** The media that this side started with. */
  media: CallMedia;
  /** The server has confirmed the answer, so both sides may enter the room. */
  isOpen: boolean;
  /** This side was muted when its page was reloaded. */
  beginsMuted?: boolean | undefined;
  /** When both sides were first connected, before a reload of this page; in ms since 1970. */
  connectedSince?: number | undefined;
}

export interface CallMachine {
  call: Call;
  /** No call can be placed before this time, in ms of `performance.now()`. */
  coolUntil: number;
}

export const noCall: CallMachine = { call: { status: 'idle' }, coolUntil: 0 };

export type CallEvent =
  | { name: 'place'; to: Person; media: CallMedia; isConnected: boolean }
  /** The server has accepted the call and rings. */
  | { name: 'placed'; to: string; callId: string }
  | ({ name: 'rang' } & Incoming)
  | {
      name: 'accepted';
      callId: string;
      otherUser: Person;
      isCaller: boolean;
      /** Set if this page was reloaded during the call. */
      reloaded?: Reloaded | undefined;
    }
  /** The viewer's own call could not be placed, or was declined. */
  | { name: 'refused'; to: string }
  | { name: 'answer'; media: CallMedia }
  | { name: 'answered'; callId: string }
  | { name: 'answerFailed'; callId: string }
  | { name: 'reject' }
  | { name: 'cancel' }
  | { name: 'ended'; callId: string }
  | { name: 'hangUp' }
  /** The ringing dialog was shown for its maximum time. */
  | { name: 'timedOut' }
  /** The code that shows the call could not be loaded, so the user cannot react in this tab. */
  | { name: 'loadFailed' }
  /** The main socket has disconnected. */
  | { name: 'disconnected' }
  /** The main socket has been disconnected for longer than the grace period. */
  | { name: 'graceExpired' }
  | { name: 'signedOut' };

/** A message to send over the main socket. */
export type CallSend =
  | { event: 'callUser'; to: string; media: CallMedia }
  | { event: 'answerCall'; callId: string }
  | { event: 'rejectCall'; to: string; callId: string }
  | { event: 'hangUp'; to: string; callId?: string };

export interface CallMove {
  machine: CallMachine;
  sends: CallSend[];
  /** Why the call cannot be placed. */
  refusal?: string;
}

/** The state machine of this tab's calls. It is pure: it uses no sockets, media or clocks. */
export function moveCall(machine: CallMachine, event: CallEvent, now: number): CallMove {
  if (event.name === 'signedOut') return { machine: noCall, sends: [] };
  const refusal = event.name === 'place' && refusalOf(machine, event.isConnected, now);
  if (refusal) return { machine, sends: [], refusal };
  const { call } = machine;
  const { next = call, sends = [] } = step(call, event);
  const coolUntil = isOver(call, next) ? now + callTiming.coolDownMs : machine.coolUntil;
  return { machine: { call: next, coolUntil }, sends };
}

/** The result of an event. Without `next`, the call does not change. */
interface Step {
  next?: Call;
  sends?: CallSend[];
}

function step(call: Call, event: CallEvent): Step {
  switch (call.status) {
    case 'idle':
      return applyRules(whileIdle, call, event);
    case 'calling':
      return applyRules(whileCalling, call, event);
    case 'incoming':
      return applyRules(whileIncoming, call, event);
    case 'active':
      return applyRules(whileActive, call, event);
  }
  return {};
}

const idle: Call = { status: 'idle' };

/** The transitions of one status. Events without a rule are ignored. */
type Rules<Now> = {
  [Name in CallEvent['name']]?: (call: Now, event: Extract<CallEvent, { name: Name }>) => Step;
};

function applyRules<Now>(rules: Rules<Now>, call: Now, event: CallEvent): Step {
  const rule = rules[event.name] as ((call: Now, event: CallEvent) => Step) | undefined;
  return rule?.(call, event) ?? {};
}

const toIdle = (): Step => ({ next: idle });
const ifSame = (call: { callId?: string }, event: { callId: string }, then: Step): Step =>
  event.callId === call.callId ? then : {};

const whileIdle: Rules<Call> = {
  place: (_, { to, media }) => ({
    next: { status: 'calling', to, media },
    sends: [{ event: 'callUser', to: to._id, media }],
  }),
  rang: (_, event) => ({ next: incomingOf(event) }),
  accepted: (_, { reloaded, ...event }) => {
    const { callId, otherUser, isCaller } = event;
    if (!reloaded) return hangUpUnwanted(event);
    const { media, isMuted: beginsMuted, connectedSince } = reloaded;
    const begins = { media, beginsMuted, connectedSince };
    return { next: { status: 'active', callId, otherUser, isCaller, isOpen: true, ...begins } };
  },
};

const cancelCalling = (call: Calling): Step => ({
  next: afterOwnCall(call),
  sends: [hangUp(call.to, call.callId)],
});

const whileCalling: Rules<Calling> = {
  placed: (call, { to, callId }) => (to === call.to._id ? { next: { ...call, callId } } : {}),
  // If the person who is called calls back at the same time, the server soon merges both calls.
  rang: (call, { from, callId, media }) => ({
    next: { ...call, waiting: { from, callId, media } },
  }),
  accepted: ({ to, media }, event) => {
    const { callId, otherUser, isCaller } = event;
    if (otherUser._id !== to._id) return hangUpUnwanted(event);
    return { next: { status: 'active', callId, otherUser, isCaller, media, isOpen: true } };
  },
  refused: (call, { to }) => (to === call.to._id ? { next: afterOwnCall(call) } : {}),
  cancel: cancelCalling,
  timedOut: cancelCalling,
  loadFailed: cancelCalling,
  ended: (call, { callId }) => {
    if (callId === call.callId) return { next: afterOwnCall(call) };
    return callId === call.waiting?.callId ? { next: withoutWaiting(call) } : {};
  },
  // If the waiting call still rings after the reconnect, the server sends it again.
  disconnected: (call) => (call.waiting ? { next: withoutWaiting(call) } : {}),
  graceExpired: toIdle,
};

const whileIncoming: Rules<Incoming> = {
  rang: (_, event) => ({ next: incomingOf(event) }),
  accepted: (_, event) => hangUpUnwanted(event),
  answer: ({ from: otherUser, callId }, { media }) => ({
    next: { status: 'active', callId, otherUser, isCaller: false, media, isOpen: false },
    sends: [{ event: 'answerCall', callId }],
  }),
  reject: ({ from, callId }) => ({
    next: idle,
    sends: [{ event: 'rejectCall', to: from._id, callId }],
  }),
  ended: (call, event) => ifSame(call, event, toIdle()),
  // The server itself tells the caller that nobody answered.
  timedOut: toIdle,
  // Do not decline: the call rings on in other tabs. After a disconnect, the server sends it again if it still rings.
  loadFailed: toIdle,
  disconnected: toIdle,
  graceExpired: toIdle,
};

const whileActive: Rules<ActiveCall> = {
  // The server sends `accepted` again to a tab that returns to its call.
  accepted: (call, event) =>
    event.callId === call.callId ? { next: { ...call, isOpen: true } } : hangUpUnwanted(event),
  answered: (call, event) => ifSame(call, event, { next: { ...call, isOpen: true } }),
  answerFailed: (call, event) => ifSame(call, event, toIdle()),
  ended: (call, event) => ifSame(call, event, toIdle()),
  hangUp: leave,
  loadFailed: leave,
  graceExpired: toIdle,
};

function leave({ otherUser, callId }: ActiveCall): Step {
  return { next: idle, sends: [hangUp(otherUser, callId)] };
}

/** Hangs up a call that this tab no longer wants, so that the other side does not wait. */
function hangUpUnwanted({ otherUser, callId }: Extract<CallEvent, { name: 'accepted' }>): Step {
  return { sends: [hangUp(otherUser, callId)] };
}

/** Returns the call after the viewer's own one: the waiting call, or idle. */
function afterOwnCall({ waiting, callId }: Calling): Call {
  return waiting && waiting.callId !== callId ? { status: 'incoming', ...waiting } : idle;
}

/** Whether a call is over, even if another one follows. */
function isOver(before: Call, after: Call): boolean {
  if (before.status === 'idle') return false;
  return after.status === 'idle' || (before.status === 'calling' && after.status === 'incoming');
}

/** Returns why no call can be placed. The order of the checks is part of the product rules. */
function refusalOf({ call, coolUntil }: CallMachine, isConnected: boolean, now: number) {
  if (!isConnected) return words.socketNotConnected;
  if (call.status !== 'idle') return words.aCallIsAlreadyInProgressOrIncoming;
  return now < coolUntil ? words.pleaseWaitBeforeTryingToCallAgain : undefined;
}

/** Whether the viewer's own call ended without a connection. An alert then informs the user. */
export function endedUnconnected(before: Call, after: Call): boolean {
  return before.status === 'calling' && after.status !== 'calling' && after.status !== 'active';
}

type Calling = Extract<Call, { status: 'calling' }>;

function incomingOf({ from, callId, media }: Incoming): Call {
  return { status: 'incoming', from, callId, media };
}

function hangUp({ _id: to }: Person, callId: string | undefined): CallSend {
  return { event: 'hangUp', to, ...(callId !== undefined && { callId }) };
}

function withoutWaiting({ to, media, callId }: Calling): Calling {
  return { status: 'calling', to, media, ...(callId !== undefined && { callId }) };
}
