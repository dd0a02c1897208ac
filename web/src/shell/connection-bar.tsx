import * as words from '#words/shell';
import { useConnection } from '../lib/socket/connection.ts';
import { useHasNetwork, useIsOffline } from '../lib/socket/network.ts';
import { reconnect } from '../lib/socket/socket.ts';
import { publishHeight } from '../lib/page/publish-height.ts';

/**
 * A thin bar that shows while the network, the server or the live connection is away. All loaded content
 * stays readable.
 */
export function ConnectionBar() {
  const hasNetwork = useHasNetwork();
  const isOffline = useIsOffline();
  const isLost = useConnection() === 'lost';
  const canReconnect = hasNetwork && isLost;
  return (
    <div role="status" data-stays-at-top className="sticky top-0 z-30">
      {isOffline && !canReconnect && (
        <p ref={makeRoom} className={bar}>
          {words.youreOffline}
        </p>
      )}
      {canReconnect && (
        <p ref={makeRoom} className={bar}>
          {words.liveUpdatesHaveStopped}{' '}
          <button
            type="button"
            onClick={reconnect}
            className="rounded-xs px-1 font-semibold underline underline-offset-2 outline-offset-0 focus-visible:outline-inverse-text pointer-coarse:min-h-touch"
          >
            {words.reconnect}
          </button>
        </p>
      )}
    </div>
  );
}

const bar = 'bg-inverse px-4 py-1 text-center text-meta font-medium text-inverse-text';

/** Sticky and full-screen elements leave room for the bar (`--offline-bar` in tokens.css). */
function makeRoom(bar: HTMLElement | null) {
  return publishHeight(bar, '--offline-bar');
}
