import { ApiError } from '../../lib/api/api.ts';
import { connection, subscribeToConnection } from '../../lib/socket/connection.ts';
import { callTiming } from './call-timing.ts';
import { SOCKET_ERROR_MS, toast } from '../../ui/overlays/toasts.ts';
import { ask } from '../../lib/socket/socket.ts';
import { createStore, useStore } from '../../lib/store.ts';
import {
  endedUnconnected,
  moveCall,
  noCall,
  type Call,
  type CallEvent,
  type CallSend,
} from './call-machine.ts';

let machine = noCall;
/** The call of `machine`. Subscribers hear of a change after its messages are sent. */
const call = createStore(machine.call);
/** Whether the alert about a call without a connection is shown. */
const isAlertShown = createStore(false);
let alertTimer: ReturnType<typeof setTimeout> | undefined;
let dialogTimer: ReturnType<typeof setTimeout> | undefined;
/** Messages without an answer because the connection was lost. Each is sent again until its time ends. */
let unsent: { send: CallSend; until: number }[] = [];

export const currentCall = (): Call => machine.call;
export const subscribeToCall = call.subscribe;
export const useCall = (): Call => useStore(call);
export const useIsEndAlertShown = (): boolean => useStore(isAlertShown);

/** Returns the text that explains why no call can be placed now. */
export function placeCallRefusal(): string | undefined {
  const to = { _id: '', username: '', fullName: '', avatar: null };
  const event = { name: 'place', to, media: 'audio', isConnected: isConnected() } as const;
  return moveCall(machine, event, performance.now()).refusal;
}

export const isConnected = (): boolean => connection() === 'open';

/** Applies an event to this tab's calls. All changes go through here. Returns the text of a refusal. */
export function dispatchCall(event: CallEvent): string | undefined {
  const before = machine.call;
  const move = moveCall(machine, event, performance.now());
  ({ machine } = move);
  if (event.name === 'signedOut') unsent = [];
  // Send first, because the other side waits for it. Listeners may open a camera, which takes time.
  for (const send of move.sends) void deliver(send);
  if (machine.call !== before) changed(before, machine.call, event);
  return move.refusal;
}

function changed(before: Call, after: Call, event: CallEvent): void {
  if (before.status !== after.status || isPlaced(before) !== isPlaced(after))
    restartDialogTimer(after);
  if (after.status === 'calling') showAlert(false);
  else if (endedUnconnected(before, after) && event.name !== 'signedOut') showAlert(true);
  call.set(machine.call);
}

/** Whether the server has accepted the call. Its own ringing timer starts then. */
const isPlaced = (call: Call) => call.status === 'calling' && call.callId !== undefined;

/** Restarts the ringing timer. The server tells the caller when nobody answers; this timer is a fallback. */
function restartDialogTimer(call: Call): void {
  clearTimeout(dialogTimer);
  if (call.status !== 'calling' && call.status !== 'incoming') return;
  const { dialogMs, lateMs } = callTiming;
  const stands = call.status === 'calling' ? dialogMs + lateMs : dialogMs;
  dialogTimer = setTimeout(() => dispatchCall({ name: 'timedOut' }), stands);
}

function showAlert(isShown: boolean): void {
  clearTimeout(alertTimer);
  isAlertShown.set(isShown);
  if (isShown) alertTimer = setTimeout(() => showAlert(false), callTiming.alertMs);
}

async function deliver(send: CallSend): Promise<void> {
  try {
    await sendCall(send);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Without an answer, the server may still have processed the message.
    const isUnknown = error.status === 0;
    if (send.event === 'rejectCall' || send.event === 'hangUp') {
      if (isUnknown) keepUnsent(send);
      return;
    }
    toast.error(error.message, SOCKET_ERROR_MS);
    // Undo the change, because the message failed.
    if (send.event === 'callUser')
      dispatchCall(isUnknown ? { name: 'cancel' } : { name: 'refused', to: send.to });
    else
      dispatchCall(isUnknown ? { name: 'hangUp' } : { name: 'answerFailed', callId: send.callId });
  }
}

/** Keeps a message to send it again, but only while it can concern the same call. Without a call id, that time is short. */
function keepUnsent(send: CallSend): void {
  const isKnown = 'callId' in send && send.callId !== undefined;
  unsent.push({
    send,
    until: performance.now() + (isKnown ? callTiming.dialogMs : callTiming.graceMs),
  });
}

subscribeToConnection(() => {
  if (!isConnected()) return;
  const kept = unsent;
  unsent = [];
  for (const { send, until } of kept) if (performance.now() < until) void deliver(send);
});

/** The wire calls the id of a call `signal`. */
async function sendCall(send: CallSend): Promise<void> {
  switch (send.event) {
    case 'callUser': {
      const { to, media } = send;
      const { signal: callId } = await ask('callUser', { targetUserId: to, media });
      dispatchCall({ name: 'placed', to, callId });
      return;
    }
    case 'answerCall':
      await ask('answerCall', { signal: send.callId });
      dispatchCall({ name: 'answered', callId: send.callId });
      return;
    case 'rejectCall':
    case 'hangUp': {
      const { event, to, callId } = send;
      await ask(event, { to, ...(callId !== undefined && { signal: callId }) });
    }
  }
}
