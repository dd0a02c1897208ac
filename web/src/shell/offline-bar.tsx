import { useSyncExternalStore } from 'react';

/** A thin bar while there is no network; everything already loaded stays readable. */
export function OfflineBar() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status" className="sticky top-0 z-30">
      {!online && (
        <p className="bg-inverse px-4 py-1 text-center text-meta font-medium text-inverse-text">
          You’re offline. New things will show once you’re back.
        </p>
      )}
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
