import { connection, subscribeToConnection } from '../../lib/connection.ts';
import { callTiming } from '../../lib/constants.ts';
import { onLive } from '../../lib/live.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import { LOGOUT_EVENT } from '../../lib/logout.ts';
import { toast } from '../../ui/toasts.ts';
import { currentCall, dispatchCall, subscribeToCall } from './call-store.ts';
import { endingWords, wordsOfEnding } from './endings.ts';

/** When this tab's line last broke or came back. */
let unsteadyAt = -Infinity;

onLive('incomingCall', (_, { from, signal, media }) =>
  dispatchCall({ name: 'rang', from, signal, media }),
);
onLive('callAccepted', (_, { signal, to, isCaller }) =>
  dispatchCall({ name: 'accepted', signal, otherUser: to, isCaller }),
);
onLive('callRejected', (_, { to }) => dispatchCall({ name: 'refused', to }));
onLive('callEnded', (_, { signal, reason }) => {
  const call = currentCall();
  const words = wordsOfEnding(reason, Date.now() - unsteadyAt < callTiming.graceMs);
  if (call.status === 'active' && call.signal === signal && words) toast.info(words);
  dispatchCall({ name: 'ended', signal });
});

let graceTimer: ReturnType<typeof setTimeout> | undefined;

subscribeToConnection(() => {
  unsteadyAt = Date.now();
  if (connection() === 'open') {
    clearTimeout(graceTimer);
    graceTimer = undefined;
    return;
  }
  dispatchCall({ name: 'lineBroke' });
  graceTimer ??= setTimeout(() => {
    graceTimer = undefined;
    if (currentCall().status === 'active') toast.error(endingWords.lost);
    dispatchCall({ name: 'lineLost' });
  }, callTiming.graceMs);
});

addEventListener(LOGOUT_EVENT, () => dispatchCall({ name: 'signedOut' }));

let following: Promise<void> | undefined;

/** What rings, sounds and is seen is fetched with the first call. */
subscribeToCall(() => {
  if (currentCall().status === 'idle') return;
  following ??= loadChunk(() => import('./follow-call.ts')).then(
    ({ followCalls }) => followCalls(),
    (error: unknown) => {
      following = undefined;
      toast.error(error instanceof Error ? error.message : endingWords.lost);
      dispatchCall({ name: 'unshowable' });
    },
  );
});
