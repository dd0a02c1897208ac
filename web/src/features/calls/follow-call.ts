import type { OwnUser } from '@roost/contract/users';
import { queryClient } from '../../lib/query-client.ts';
import { meKey } from '../auth/session.ts';
import { currentCall, dispatchCall, subscribeToCall } from './call-store.ts';
import type { Call } from './call-machine.ts';
import { ring } from './ringing/ring.ts';
import { CallSession } from './session/call-session.ts';
import { showSession } from './session/current-session.ts';
import { iceServers } from './session/ice-servers.ts';
import { closeRooms, openRooms } from './session/room.ts';

let session: CallSession | undefined;

/** Does what the state of this tab's calls asks for, from now on. */
export function followCalls(): void {
  subscribeToCall(follow);
  follow();
  // A tab that is closed says so: the other one need not wait for it to come back.
  addEventListener('pagehide', () => {
    for (const name of ['cancel', 'hangUp'] as const) dispatchCall({ name });
  });
}

function follow(): void {
  const call = currentCall();
  ring(call);
  if (call.status === 'idle' || call.status === 'incoming') end();
  if (call.status === 'idle') return closeRooms();
  // What an answer would wait for is fetched while it rings.
  openRooms();
  iceServers().catch(() => {});
  if (call.status === 'incoming') return;
  session ??= begin(call);
  if (call.status === 'active') session.follow(call);
}

function begin({ media, status }: Extract<Call, { status: 'calling' | 'active' }>): CallSession {
  const begun = new CallSession(
    queryClient.getQueryData<OwnUser>(meKey)?._id ?? '',
    media,
    status === 'calling',
  );
  showSession(begun);
  return begun;
}

function end(): void {
  session?.end();
  session = undefined;
  showSession(undefined);
}
