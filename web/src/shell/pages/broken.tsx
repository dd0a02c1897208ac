import * as words from '#words/shell';
import { ChunkLoadError } from '../../lib/page/load-chunk.ts';
import { useIsOffline } from '../../lib/socket/network.ts';
import { LoadError } from '../../ui/states/load-error.tsx';

/** Replaces a page that failed to load or to render. */
export function Broken({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      {error instanceof ChunkLoadError ? (
        <Missing error={error} onRetry={onRetry} />
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

function Missing({ error, onRetry }: { error: ChunkLoadError; onRetry: () => void }) {
  const { message, wasOffline } = error;
  const isOffline = useIsOffline();
  return (
    <LoadError
      message={isOffline ? message : words.checkYourConnectionAndTryAgain({ message })}
      failedOffline={wasOffline}
      onRetry={onRetry}
    />
  );
}
