import type { OwnUser } from '@roost/contract/users';
import { queryClient } from '../../lib/cache/query-client.ts';
import { meKey } from '../auth/session.ts';
import { currentCall, dispatchCall, subscribeToCall } from './call-store.ts';
import type { Call } from './call-machine.ts';
import { storeCall } from './reloaded-call.ts';
import { ring } from './ringing/ring.ts';
import { CallSession } from './session/call-session.ts';
import { showSession } from './session/current-session.ts';
import { iceConfig } from './session/ice-config.ts';
import { closeRooms, openRooms } from './session/room.ts';

let session: CallSession | undefined;

/** Keeps ringing, the session and the rooms in step with the state of this tab's calls. */
export function watchCalls(): void {
  subscribeToCall(update);
  update();
  addEventListener('pagehide', leavePage);
}

function update(): void {
  const call = currentCall();
  ring(call);
  if (call.status === 'idle' || call.status === 'incoming') end();
  if (call.status === 'idle') return closeRooms();
  // Prepare while the call rings, so that an answer does not wait.
  openRooms();
  iceConfig().catch(() => {});
  if (call.status === 'incoming') return;
  session ??= begin(call);
  if (call.status === 'active') session.update(call);
}

/** Stores an active call when the page closes. A reload looks the same here, so the server waits for the tab to return. */
function leavePage(): void {
  const call = currentCall();
  if (call.status !== 'active' || !call.isOpen || !session) {
    for (const name of ['cancel', 'hangUp'] as const) dispatchCall({ name });
    return;
  }
  const { isMuted, isCameraOff } = session.own.state.get();
  storeCall(call.callId, {
    media: isCameraOff ? 'audio' : 'video',
    isMuted,
    connectedSince: session.connectedSince(),
  });
}

function begin(call: Extract<Call, { status: 'calling' | 'active' }>): CallSession {
  const begun = new CallSession(queryClient.getQueryData<OwnUser>(meKey)?._id ?? '', call.media, {
    isCalling: call.status === 'calling',
    ...(call.status === 'active' && {
      beginsMuted: call.beginsMuted,
      connectedSince: call.connectedSince,
    }),
  });
  showSession(begun);
  return begun;
}

function end(): void {
  session?.end();
  session = undefined;
  showSession(undefined);
}
