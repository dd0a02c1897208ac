import * as words from '#words/posts';
import { Suspense } from 'react';
import { lazyPart } from '../../../lib/page/load-chunk.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { OptionalBoundary } from '../../../ui/states/optional-boundary.tsx';
import { useViewer } from '../../auth/viewer.ts';

const PostComposer = lazyPart(async () => (await import('./post-composer.tsx')).PostComposer);

/** The composer above the feed. Its code comes after the first screen, because phones do not show it there. */
export function HomeComposer() {
  return (
    <div className="border-b border-line px-4 pt-3 pb-3">
      <OptionalBoundary>
        <Suspense fallback={<ComposerSkeleton />}>
          <PostComposer />
        </Suspense>
      </OptionalBoundary>
    </div>
  );
}

/** Has the height of the empty composer. */
function ComposerSkeleton() {
  const viewer = useViewer();
  return (
    <div aria-hidden="true" className="flex gap-3">
      <Avatar user={viewer} size={44} />
      <p className="mb-11 min-h-11 py-2.5 text-section text-muted">{words.whatsOnYourMind}</p>
    </div>
  );
}
