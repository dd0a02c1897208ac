import * as words from '#words/moderation';
import { Skeleton } from '../../../ui/states/skeleton.tsx';

/** The place of a case that is loading. */
export function CaseSkeleton() {
  return (
    <div role="status" className="px-4 py-4">
      <span className="sr-only">{words.loadingTheCase}</span>
      <Skeleton className="h-7 w-56 rounded-xs" />
      <Skeleton className="mt-2 h-4 w-72 max-w-full rounded-xs" />
      <Skeleton className="mt-6 h-28 w-full rounded-card" />
      <Skeleton className="mt-8 h-20 w-full rounded-input" />
      <Skeleton className="mt-4 h-20 w-full rounded-input" />
      <Skeleton className="mt-4 h-10 w-full rounded-full" />
    </div>
  );
}
