import { useRouteError } from 'react-router';
import { ChunkLoadError } from '../lib/load-chunk.ts';
import { LoadError } from '../ui/load-error.tsx';

/** In place of a page whose code could not be fetched, or that failed while it was drawn. */
export function Broken() {
  const error = useRouteError();
  const message =
    error instanceof ChunkLoadError
      ? `${error.message} Check your connection, then reload the page.`
      : 'Something went wrong on this page. Reloading it usually helps.';
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <LoadError message={message} label="Reload" onRetry={() => location.reload()} />
    </div>
  );
}
