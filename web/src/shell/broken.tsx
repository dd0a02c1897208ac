import { useEffect, useEffectEvent } from 'react';
import { ChunkLoadError } from '../lib/load-chunk.ts';
import { LoadError } from '../ui/load-error.tsx';

/** In place of a page whose code could not be fetched, or that failed while it was drawn. */
export function Broken({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      {error instanceof ChunkLoadError ? (
        <Missing message={error.message} onRetry={onRetry} />
      ) : (
        <LoadError
          message="Something went wrong on this page. Reloading it usually helps."
          label="Reload"
          onRetry={() => location.reload()}
        />
      )}
    </div>
  );
}

/** Tries again by itself once there is a network. */
function Missing({ message, onRetry }: { message: string; onRetry: () => void }) {
  const onOnline = useEffectEvent(onRetry);
  useEffect(() => {
    const listener = () => onOnline();
    addEventListener('online', listener);
    return () => removeEventListener('online', listener);
  }, []);
  return (
    <LoadError message={`${message} Check your connection and try again.`} onRetry={onRetry} />
  );
}
