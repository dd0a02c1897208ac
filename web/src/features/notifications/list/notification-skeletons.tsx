import * as words from '#words/notifications';
import { SkeletonRows } from '../../../ui/states/skeleton-rows.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';

const SKELETON_ROWS = 10;
const SENTENCE_WIDTHS = ['w-3/5', 'w-1/2', 'w-2/3'];

/** Loading placeholders in the shape of notification rows. */
export function NotificationSkeletons() {
  return (
    <SkeletonRows
      label={words.loadingNotifications}
      count={SKELETON_ROWS}
      widths={SENTENCE_WIDTHS}
      row={(width) => (
        <div className="flex gap-3 border-b border-line px-4 py-3 compact:py-1.5">
          <Skeleton className="mx-0.5 mt-2 size-5 compact:mt-1 shrink-0 rounded-full" />
          <div className="min-w-0 flex-1">
            <Skeleton className="size-9 compact:size-7 rounded-full" />
            <Skeleton className={`mt-2.5 h-4 compact:mt-1.5 rounded-xs ${width}`} />
            <Skeleton className="mt-2 h-4 w-4/5 rounded-xs" />
          </div>
        </div>
      )}
    />
  );
}
