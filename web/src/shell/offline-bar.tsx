import { useSyncExternalStore } from 'react';

/** A thin bar while there is no network; everything already loaded stays readable. */
export function OfflineBar() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status" className="sticky top-0 z-30">
      {!online && (
        <p
          ref={makeRoom}
          className="bg-inverse px-4 py-1 text-center text-meta font-medium text-inverse-text"
        >
          You’re offline. New things will show once you’re back.
        </p>
      )}
    </div>
  );
}

/** Whatever sticks to the top or fills the window keeps clear of the bar (`--offline-bar` in theme.css). */
function makeRoom(bar: HTMLElement | null) {
  if (!bar) return undefined;
  const { style } = document.documentElement;
  const watcher = new ResizeObserver(() =>
    style.setProperty('--offline-bar', `${bar.offsetHeight}px`),
  );
  watcher.observe(bar);
  return () => {
    watcher.disconnect();
    style.removeProperty('--offline-bar');
  };
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
