import { lazyPart } from '../../../lib/page/load-chunk.ts';
import { OptionalBoundary } from '../../../ui/states/optional-boundary.tsx';

export const PendingState = lazyPart(
  async () => (await import('./pending-state.tsx')).PendingState,
);

/** Takes the place of the actions of a post that the server does not have yet. */
export function PendingRow({ postId }: { postId: string }) {
  return (
    <div className="min-h-8 pointer-coarse:min-h-touch">
      <OptionalBoundary>
        <PendingState postId={postId} />
      </OptionalBoundary>
    </div>
  );
}
