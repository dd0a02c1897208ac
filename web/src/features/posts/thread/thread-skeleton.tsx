import * as words from '#words/posts';
import { Skeleton } from '../../../ui/states/skeleton.tsx';

const LINE_WIDTHS = ['w-4/5', 'w-2/3', 'w-11/12', 'w-1/2'];

/** Loading placeholders in the shape of comments. */
export function ThreadSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{words.loadingComments}</span>
      {LINE_WIDTHS.map((width) => (
        <div key={width} className="flex gap-2.5 border-b border-line px-4 py-3">
          <Skeleton className="size-9 shrink-0 rounded-full" />
          <div className="min-w-0 flex-1 pt-0.5">
            <Skeleton className="h-4 w-44 max-w-full rounded-xs" />
            <Skeleton className={`mt-2.5 h-3.5 rounded-xs ${width}`} />
            <Skeleton className="mt-4 mb-1.5 h-3.5 w-64 max-w-full rounded-xs" />
          </div>
        </div>
      ))}
    </div>
  );
}

/** A loading placeholder for the ancestors. It announces nothing, because the page is about the comment itself. */
export function AncestorSkeleton() {
  return (
    <div aria-hidden className="flex gap-2.5 px-4 pt-3 pb-4">
      <Skeleton className="size-11 shrink-0 rounded-full" />
      <div className="min-w-0 flex-1 pt-0.5">
        <Skeleton className="h-4 w-44 max-w-full rounded-xs" />
        <Skeleton className="mt-2.5 h-3.5 w-4/5 rounded-xs" />
      </div>
    </div>
  );
}
