import { Skeleton } from '../../../ui/skeleton.tsx';

const LINES = ['w-4/5', 'w-2/3', 'w-11/12', 'w-1/2'];

/** Comments in their shape. */
export function ThreadSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading comments</span>
      {LINES.map((width) => (
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
