import * as words from '#words/users';
import { SkeletonRows } from '../../ui/states/skeleton-rows.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';

const BIO_WIDTHS = ['w-4/5', 'w-3/5', 'w-11/12', 'w-2/3'];

/** Loading placeholders in the shape of `UserRow`. */
export function UserRowSkeletons({
  count = 6,
  isCompact = false,
}: {
  count?: number;
  isCompact?: boolean;
}) {
  return (
    <SkeletonRows
      label={words.loadingPeople}
      count={count}
      widths={BIO_WIDTHS}
      row={(width) => (
        <div className="flex items-center gap-3 px-4 py-3">
          <Skeleton
            className={`shrink-0 rounded-full ${isCompact ? 'size-10' : 'size-11 self-start'}`}
          />
          <div className="min-w-0 flex-1">
            <Skeleton className="h-4 w-36 max-w-full rounded-xs" />
            <Skeleton className="mt-2 h-3.5 w-24 max-w-full rounded-xs" />
            {!isCompact && <Skeleton className={`mt-3 h-3.5 rounded-xs ${width}`} />}
          </div>
          <Skeleton
            className={`shrink-0 self-start rounded-full ${isCompact ? 'h-8 w-20' : 'h-10 w-24'}`}
          />
        </div>
      )}
    />
  );
}
