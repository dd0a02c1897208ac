import * as words from '#words/shell';
import { useEffect, useEffectEvent } from 'react';
import { ChunkLoadError } from '../../lib/page/load-chunk.ts';
import { LoadError } from '../../ui/states/load-error.tsx';

/** Replaces a page that failed to load or to render. */
export function Broken({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      {error instanceof ChunkLoadError ? (
        <Missing message={error.message} onRetry={onRetry} />
      ) : (
        <LoadError
          message={words.somethingWentWrongOnThisPage}
          label={words.reload}
          onRetry={() => location.reload()}
        />
      )}
    </div>
  );
}

/** Tries again by itself when the network comes back. */
function Missing({ message, onRetry }: { message: string; onRetry: () => void }) {
  const onOnline = useEffectEvent(onRetry);
  useEffect(() => {
    const listener = () => onOnline();
    addEventListener('online', listener);
    return () => removeEventListener('online', listener);
  }, []);
  return (
    <LoadError message={words.checkYourConnectionAndTryAgain({ message })} onRetry={onRetry} />
  );
}
