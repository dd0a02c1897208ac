import * as words from '#words/posts';
import { SkeletonRows } from '../../../ui/states/skeleton-rows.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';

const LINE_WIDTHS = ['w-11/12', 'w-3/5', 'w-4/5', 'w-1/2', 'w-2/3', 'w-10/12'];

/** Loading placeholders in the shape of posts. By default they fill a screen. */
export function PostSkeletons({ count = 6 }: { count?: number }) {
  return (
    <SkeletonRows
      label={words.loadingPosts}
      count={count}
      widths={LINE_WIDTHS}
      row={(width) => (
        <div className="flex gap-3 border-b border-line px-4 py-2.5 compact:gap-2.5 compact:py-1">
          <Skeleton className="size-11 shrink-0 compact:size-9 rounded-full" />
          <div className="min-w-0 flex-1 pt-0.5">
            <Skeleton className="h-4 w-48 max-w-full rounded-xs" />
            <Skeleton className="mt-3 h-3.5 w-full rounded-xs" />
            <Skeleton className={`mt-2 h-3.5 rounded-xs ${width}`} />
            <Skeleton className="mt-3 h-3.5 w-72 max-w-full rounded-xs" />
          </div>
        </div>
      )}
    />
  );
}
