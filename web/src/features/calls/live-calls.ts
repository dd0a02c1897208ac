import { connection, subscribeToConnection } from '../../lib/socket/connection.ts';
import { callTiming } from './call-timing.ts';
import { onLive } from '../../lib/socket/live.ts';
import { loadChunk } from '../../lib/page/load-chunk.ts';
import { onLogout } from '../../lib/logout.ts';
import { toast } from '../../ui/overlays/toasts.ts';
import { currentCall, dispatchCall, subscribeToCall } from './call-store.ts';
import { endingTexts, endingTextOf } from './endings.ts';
import { showEnding } from './left-call.ts';
import { reloadedIn } from './reloaded-call.ts';

/** When this tab's connection was last lost or restored. */
let connectionChangedAt = -Infinity;

// The wire calls the id of a call `signal`.
onLive('incomingCall', (_, { from, signal: callId, media }) =>
  dispatchCall({ name: 'rang', from, callId, media }),
);
onLive('callAccepted', (_, { signal: callId, to, isCaller }) =>
  dispatchCall({
    name: 'accepted',
    callId,
    otherUser: to,
    isCaller,
    reloaded: reloadedIn(callId),
  }),
);
onLive('callRejected', (_, { to }) => dispatchCall({ name: 'refused', to }));
onLive('callEnded', (_, { signal: callId, reason }) => {
  const call = currentCall();
  const words = endingTextOf(reason, performance.now() - connectionChangedAt < callTiming.graceMs);
  if (call.status === 'active' && call.callId === callId && words) showEnding(call, words);
  // The call ended during the reload of this page.
  if (reloadedIn(callId) && call.status === 'idle') toast.error(endingTexts.lost);
  dispatchCall({ name: 'ended', callId });
});

let graceTimer: ReturnType<typeof setTimeout> | undefined;

subscribeToConnection(() => {
  connectionChangedAt = performance.now();
  if (connection() === 'open') {
    clearTimeout(graceTimer);
    graceTimer = undefined;
    return;
  }
  dispatchCall({ name: 'disconnected' });
  graceTimer ??= setTimeout(() => {
    graceTimer = undefined;
    if (currentCall().status === 'active') toast.error(endingTexts.lost);
    dispatchCall({ name: 'graceExpired' });
  }, callTiming.graceMs);
});

onLogout(() => dispatchCall({ name: 'signedOut' }));

let watching: Promise<void> | undefined;

/** The first call loads the code for ringing, media and dialogs. */
subscribeToCall(() => {
  if (currentCall().status === 'idle') return;
  watching ??= loadChunk(() => import('./watch-calls.ts')).then(
    ({ watchCalls }) => watchCalls(),
    (error: unknown) => {
      watching = undefined;
      toast.error(error instanceof Error ? error.message : endingTexts.lost);
      dispatchCall({ name: 'loadFailed' });
    },
  );
});
