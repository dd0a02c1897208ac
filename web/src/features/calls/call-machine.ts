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
  | { name: 'answered' | 'answerFailed'; signal: string }
  | { name: 'reject' }
  | { name: 'cancel' }
  | { name: 'ended'; signal: string }
  | { name: 'hangUp' }
  /** Either dialog has stood for its time. */
  | { name: 'timedOut' }
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
      return whileIdle(event);
    case 'calling':
      return whileCalling(call, event);
    case 'incoming':
      return whileIncoming(call, event);
    case 'active':
      return whileActive(call, event);
  }
  return {};
}

const idle: Call = { status: 'idle' };

function whileIdle(event: CallEvent): Step {
  if (event.name === 'place') {
    const { to, media } = event;
    return {
      next: { status: 'calling', to, media },
      sends: [{ event: 'callUser', to: to._id, media }],
    };
  }
  if (event.name === 'rang') return { next: incomingOf(event) };
  return event.name === 'accepted' ? unwanted(event) : {};
}

function whileCalling(call: Calling, event: CallEvent): Step {
  switch (event.name) {
    case 'placed':
      return event.to === call.to._id ? { next: { ...call, signal: event.signal } } : {};
    case 'rang': {
      // Whose call crosses ours is in it before long: the server makes one of both.
      const { from, signal, media } = event;
      return { next: { ...call, waiting: { from, signal, media } } };
    }
    case 'accepted': {
      const { signal, otherUser, isCaller } = event;
      if (otherUser._id !== call.to._id) return unwanted(event);
      const { media } = call;
      return { next: { status: 'active', signal, otherUser, isCaller, media, isOpen: true } };
    }
    case 'refused':
      return event.to === call.to._id ? { next: afterOwn(call) } : {};
    case 'cancel':
    case 'timedOut':
      return { next: afterOwn(call), sends: [hangUp(call.to, call.signal)] };
    case 'ended':
      if (event.signal === call.signal) return { next: afterOwn(call) };
      return event.signal === call.waiting?.signal ? { next: withoutWaiting(call) } : {};
    case 'lineBroke':
      // It rings again on the next connection, should it still.
      return call.waiting ? { next: withoutWaiting(call) } : {};
    case 'lineLost':
      return { next: idle };
    default:
      return {};
  }
}

function whileIncoming(call: Incoming, event: CallEvent): Step {
  const { from, signal } = call;
  switch (event.name) {
    case 'rang':
      return { next: incomingOf(event) };
    case 'accepted':
      return unwanted(event);
    case 'answer': {
      const { media } = event;
      return {
        next: { status: 'active', signal, otherUser: from, isCaller: false, media, isOpen: false },
        sends: [{ event: 'answerCall', signal }],
      };
    }
    case 'reject':
      return { next: idle, sends: [{ event: 'rejectCall', to: from._id, signal }] };
    case 'ended':
      return event.signal === signal ? { next: idle } : {};
    // Of the first the server tells the caller by itself; after the others it rings again, should it still.
    case 'timedOut':
    case 'lineBroke':
    case 'lineLost':
      return { next: idle };
    default:
      return {};
  }
}

function whileActive(call: ActiveCall, event: CallEvent): Step {
  switch (event.name) {
    // A tab that comes back into its call is told again.
    case 'accepted':
      return event.signal === call.signal ? { next: { ...call, isOpen: true } } : unwanted(event);
    case 'answered':
      return event.signal === call.signal ? { next: { ...call, isOpen: true } } : {};
    case 'answerFailed':
    case 'ended':
      return event.signal === call.signal ? { next: idle } : {};
    case 'hangUp':
      return { next: idle, sends: [hangUp(call.otherUser, call.signal)] };
    case 'lineLost':
      return { next: idle };
    default:
      return {};
  }
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
