import { Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { lazyPart } from '../../../lib/load-chunk.ts';
import { viewerTarget } from '../media/viewer-link.ts';

const PostViewer = lazyPart(async () => (await import('./post-viewer.tsx')).PostViewer);

/** Opens the viewer where the address asks for it, on top of whatever page that is. */
export function ViewerHost() {
  const target = viewerTarget(useLocation());
  // Kept after leaving, so that it can fade out.
  const [shown, setShown] = useState(target);
  if (target && target.postId !== shown?.postId) setShown(target);
  if (!shown) return null;
  return (
    <Suspense fallback={null}>
      <PostViewer
        key={shown.postId}
        {...shown}
        open={target !== undefined}
        onClosed={() => setShown(undefined)}
      />
    </Suspense>
  );
}
