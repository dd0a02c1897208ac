import { useSyncExternalStore } from 'react';
import { useConnection } from '../lib/connection.ts';
import { reconnect } from '../lib/socket.ts';
import { tellHeight } from '../lib/tell-height.ts';

/**
 * A thin bar while there is no network, or while nothing live comes any more (spec §9, five attempts); everything
 * already loaded stays readable.
 */
export function ConnectionBar() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const isLost = useConnection() === 'lost';
  return (
    <div role="status" className="sticky top-0 z-30">
      {!online && (
        <p ref={makeRoom} className={bar}>
          You’re offline. New things will show once you’re back.
        </p>
      )}
      {online && isLost && (
        <p ref={makeRoom} className={bar}>
          Live updates have stopped.{' '}
          <button
            type="button"
            onClick={reconnect}
            className="rounded-xs px-1 font-semibold underline underline-offset-2 outline-offset-0 focus-visible:outline-inverse-text pointer-coarse:min-h-11"
          >
            Reconnect
          </button>
        </p>
      )}
    </div>
  );
}

const bar = 'bg-inverse px-4 py-1 text-center text-meta font-medium text-inverse-text';

/** Whatever sticks to the top or fills the window keeps clear of the bar (`--offline-bar` in theme.css). */
function makeRoom(bar: HTMLElement | null) {
  return tellHeight(bar, '--offline-bar');
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
