import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router';
import { ChunkLoadError, retryFailedParts } from '../lib/load-chunk.ts';
import { LoadError } from '../ui/load-error.tsx';

/** In place of a page whose code could not be fetched, or that failed while it was drawn. */
export function Broken() {
  const error = useRouteError();
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      {error instanceof ChunkLoadError ? (
        <Missing message={error.message} />
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
function Missing({ message }: { message: string }) {
  const navigate = useNavigate();
  const here = useLocation();
  function retry() {
    retryFailedParts();
    // The router draws a broken page again when it is gone to anew.
    void navigate(here, { replace: true, state: here.state });
  }
  const onOnline = useEffectEvent(retry);
  useEffect(() => {
    const listener = () => onOnline();
    addEventListener('online', listener);
    return () => removeEventListener('online', listener);
  }, []);
  return <LoadError message={`${message} Check your connection and try again.`} onRetry={retry} />;
}
