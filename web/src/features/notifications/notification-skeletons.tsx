import { PAGE_SIZE } from '../../lib/constants.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const SENTENCES = ['w-3/5', 'w-1/2', 'w-2/3'];

/** A page on its way, in the shape of its rows. */
export function NotificationSkeletons() {
  return (
    <SkeletonRows
      label="Loading notifications"
      count={PAGE_SIZE}
      widths={SENTENCES}
      row={(width) => (
        <div className="flex gap-3 border-b border-line px-4 py-3">
          <Skeleton className="mx-0.5 mt-2 size-5 shrink-0 rounded-full" />
          <div className="min-w-0 flex-1">
            <Skeleton className="size-9 rounded-full" />
            <Skeleton className={`mt-2.5 h-4 rounded-xs ${width}`} />
            <Skeleton className="mt-2 h-4 w-4/5 rounded-xs" />
          </div>
        </div>
      )}
    />
  );
}
