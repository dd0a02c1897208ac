import { useEffect, useState } from 'react';
import { lazyPart } from '../../lib/page/load-chunk.ts';
import { whenIdle } from '../../lib/page/when-idle.ts';
import { OptionalBoundary } from '../states/optional-boundary.tsx';

const ToastRegion = lazyPart(async () => (await import('./toast-region.tsx')).ToastRegion);

/** Shows the toasts. Their region loads before the first toast, so they also appear offline and are announced. */
export function Toaster() {
  const [isDue, setDue] = useState(false);
  useEffect(() => whenIdle(() => setDue(true)), []);
  if (!isDue) return null;
  return (
    <OptionalBoundary>
      <ToastRegion />
    </OptionalBoundary>
  );
}
