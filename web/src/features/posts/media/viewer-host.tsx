import { useEffect, useState } from 'react';
import { useLocation } from '../../../lib/router/router.tsx';
import { lazyPart } from '../../../lib/page/load-chunk.ts';
import { savesData } from '../../../lib/page/saves-data.ts';
import { whenIdle } from '../../../lib/page/when-idle.ts';
import { LazyOverlay } from '../../../ui/overlays/lazy-overlay.tsx';
import { useLeaveViewer, viewerTarget } from './viewer-link.ts';

const PostViewer = lazyPart(async () => (await import('./post-viewer.tsx')).PostViewer);

/** Opens the media viewer on top of any page, when the address asks for it. */
export function ViewerHost() {
  const target = viewerTarget(useLocation());
  // Kept after the address changes, so that the viewer can fade out.
  const [shown, setShown] = useState(target);
  if (target && target.postId !== shown?.postId) setShown(target);
  const leave = useLeaveViewer();
  useEffect(() => (savesData() ? undefined : whenIdle(PostViewer.preload)), []);
  if (!shown) return null;
  return (
    <LazyOverlay open={target !== undefined} onFailed={leave}>
      <PostViewer
        key={shown.postId}
        {...shown}
        open={target !== undefined}
        onClosed={() => setShown(undefined)}
      />
    </LazyOverlay>
  );
}
