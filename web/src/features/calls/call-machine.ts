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
  const { call } = machine;
  const ownSignal = call.status === 'idle' ? undefined : call.signal;
  const stay: CallMove = { machine, sends: [] };
  const to = (next: Call, ...sends: CallSend[]): CallMove => ({
    machine: { ...machine, call: next },
    sends,
  });
  /** Back to idle, or to who has been waiting. */
  const over = (...sends: CallSend[]): CallMove => {
    const waiting = call.status === 'calling' ? call.waiting : undefined;
    const isWaiting = waiting !== undefined && waiting.signal !== ownSignal;
    return {
      machine: {
        call: isWaiting ? { status: 'incoming', ...waiting } : { status: 'idle' },
        coolUntil: now + callTiming.coolDownMs,
      },
      sends,
    };
  };

  switch (event.name) {
    case 'place': {
      const refusal = refusalOf(machine, event.isConnected, now);
      if (refusal) return { ...stay, refusal };
      const { to: callee, media } = event;
      return to(
        { status: 'calling', to: callee, media },
        { event: 'callUser', to: callee._id, media },
      );
    }
    case 'placed':
      return isCalling(call, event.to) ? to({ ...call, signal: event.signal }) : stay;
    case 'rang': {
      const { from, signal, media } = event;
      // Whose call crosses ours is in it before long: the server makes one of both.
      if (call.status === 'calling') return to({ ...call, waiting: { from, signal, media } });
      return call.status === 'active' ? stay : to({ status: 'incoming', from, signal, media });
    }
    case 'accepted': {
      const { signal, otherUser, isCaller } = event;
      if (isCalling(call, otherUser._id))
        return to({
          status: 'active',
          signal,
          otherUser,
          isCaller,
          media: call.media,
          isOpen: true,
        });
      // A tab that comes back into its call is told again.
      if (call.status === 'active' && call.signal === signal) return to({ ...call, isOpen: true });
      // Nobody here is in it any more: the other one must not wait.
      return { ...stay, sends: [{ event: 'hangUp', to: otherUser._id, signal }] };
    }
    case 'refused':
      return isCalling(call, event.to) ? over() : stay;
    case 'answer': {
      if (call.status !== 'incoming') return stay;
      const { from: otherUser, signal } = call;
      const { media } = event;
      return to(
        { status: 'active', signal, otherUser, isCaller: false, media, isOpen: false },
        { event: 'answerCall', signal },
      );
    }
    case 'reject':
      if (call.status !== 'incoming') return stay;
      return over({ event: 'rejectCall', to: call.from._id, signal: call.signal });
    case 'cancel':
      return call.status === 'calling' ? over(hangUpOf(call)) : stay;
    case 'timedOut':
      if (call.status === 'calling') return over(hangUpOf(call));
      // The server says of itself that nobody answered.
      return call.status === 'incoming' ? over() : stay;
    case 'ended':
      if (ownSignal === event.signal) return over();
      return call.status === 'calling' && call.waiting?.signal === event.signal
        ? to(withoutWaiting(call))
        : stay;
    case 'answered':
      return call.status === 'active' && call.signal === event.signal
        ? to({ ...call, isOpen: true })
        : stay;
    case 'answerFailed':
      return call.status === 'active' && call.signal === event.signal ? over() : stay;
    case 'hangUp':
      return call.status === 'active'
        ? over({ event: 'hangUp', to: call.otherUser._id, signal: call.signal })
        : stay;
    case 'lineBroke':
      // It rings again on the next connection, should it still.
      if (call.status === 'calling' && call.waiting) return to(withoutWaiting(call));
      return call.status === 'incoming' ? to({ status: 'idle' }) : stay;
    case 'lineLost':
      return call.status === 'idle' ? stay : over();
    case 'signedOut':
      break;
  }
  return { machine: noCall, sends: [] };
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

function isCalling(call: Call, userId: string): call is Calling {
  return call.status === 'calling' && call.to._id === userId;
}

function hangUpOf({ to, signal }: Calling): CallSend {
  return { event: 'hangUp', to: to._id, ...(signal !== undefined && { signal }) };
}

function withoutWaiting({ to, media, signal }: Calling): Calling {
  return { status: 'calling', to, media, ...(signal !== undefined && { signal }) };
}
