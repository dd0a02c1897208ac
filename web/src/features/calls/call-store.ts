import { useSyncExternalStore } from 'react';
import { ApiError } from '../../lib/api.ts';
import { connection, subscribeToConnection } from '../../lib/connection.ts';
import { callTiming, SOCKET_ERROR_MS } from '../../lib/constants.ts';
import { ask } from '../../lib/socket.ts';
import { toast } from '../../ui/toasts.ts';
import {
  fellBack,
  moveCall,
  noCall,
  type Call,
  type CallEvent,
  type CallSend,
} from './call-machine.ts';

let machine = noCall;
let isNoticeShown = false;
let noticeTimer: ReturnType<typeof setTimeout> | undefined;
let dialogTimer: ReturnType<typeof setTimeout> | undefined;
/** What the line broke under: until then the other side waits for it. */
let unsent: { send: CallSend; until: number }[] = [];
const listeners = new Set<() => void>();

export const currentCall = (): Call => machine.call;

export function subscribeToCall(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useCall(): Call {
  return useSyncExternalStore(subscribeToCall, currentCall);
}

/** Whether the notice of a call that came to nothing stands (spec §2). */
export function useFellBack(): boolean {
  return useSyncExternalStore(subscribeToCall, () => isNoticeShown);
}

/** Why no call can be placed now, in the words of spec §5. */
export function whyNot(): string | undefined {
  const to = { _id: '', username: '', fullName: '', avatar: null };
  const event = { name: 'place', to, media: 'audio', isConnected: isConnected() } as const;
  return moveCall(machine, event, Date.now()).refusal;
}

export const isConnected = (): boolean => connection() === 'open';

/** Everything that happens to this tab's calls comes through here. Returns the words of a refusal. */
export function dispatchCall(event: CallEvent): string | undefined {
  const before = machine.call;
  const move = moveCall(machine, event, Date.now());
  ({ machine } = move);
  if (event.name === 'signedOut') unsent = [];
  // First what the other side waits for; opening a camera takes its time.
  for (const send of move.sends) void carryOut(send);
  if (machine.call !== before) changed(before, machine.call, event);
  return move.refusal;
}

function changed(before: Call, after: Call, event: CallEvent): void {
  if (before.status !== after.status || isPlaced(before) !== isPlaced(after))
    restartDialogTimer(after);
  if (after.status === 'calling') showNotice(false);
  else if (fellBack(before, after) && event.name !== 'signedOut') showNotice(true);
  notify();
}

/** The server has it, and counts from then. */
const isPlaced = (call: Call) => call.status === 'calling' && call.signal !== undefined;

/** Who calls hears from the server that nobody answers; the own clock is for where its word gets lost. */
function restartDialogTimer(call: Call): void {
  clearTimeout(dialogTimer);
  if (call.status !== 'calling' && call.status !== 'incoming') return;
  const { dialogMs, lateMs } = callTiming;
  const stands = call.status === 'calling' ? dialogMs + lateMs : dialogMs;
  dialogTimer = setTimeout(() => dispatchCall({ name: 'timedOut' }), stands);
}

function showNotice(isShown: boolean): void {
  clearTimeout(noticeTimer);
  isNoticeShown = isShown;
  if (!isShown) return;
  noticeTimer = setTimeout(() => {
    isNoticeShown = false;
    notify();
  }, callTiming.noticeMs);
}

function notify(): void {
  for (const listener of listeners) listener();
}

async function carryOut(send: CallSend): Promise<void> {
  try {
    await sendCall(send);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // What got no answer may have been done.
    const isUnknown = error.status === 0;
    if (send.event === 'rejectCall' || send.event === 'hangUp') {
      if (isUnknown) keepFor(send);
      return;
    }
    toast.error(error.message, SOCKET_ERROR_MS);
    // And is taken back.
    if (send.event === 'callUser')
      dispatchCall(isUnknown ? { name: 'cancel' } : { name: 'refused', to: send.to });
    else
      dispatchCall(isUnknown ? { name: 'hangUp' } : { name: 'answerFailed', signal: send.signal });
  }
}

/** No longer than it can be about the same call: a ring is over by then, and one that is not known sooner. */
function keepFor(send: CallSend): void {
  const isKnown = 'signal' in send && send.signal !== undefined;
  unsent.push({ send, until: Date.now() + (isKnown ? callTiming.dialogMs : callTiming.graceMs) });
}

subscribeToConnection(() => {
  if (!isConnected()) return;
  const kept = unsent;
  unsent = [];
  for (const { send, until } of kept) if (Date.now() < until) void carryOut(send);
});

async function sendCall(send: CallSend): Promise<void> {
  switch (send.event) {
    case 'callUser': {
      const { to, media } = send;
      const { signal } = await ask('callUser', { targetUserId: to, media });
      dispatchCall({ name: 'placed', to, signal });
      return;
    }
    case 'answerCall':
      await ask('answerCall', { signal: send.signal });
      dispatchCall({ name: 'answered', signal: send.signal });
      return;
    case 'rejectCall':
    case 'hangUp': {
      const { event, ...named } = send;
      await ask(event, named);
    }
  }
}
