import * as words from '#words/moderation';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { SkeletonRows } from '../../../ui/states/skeleton-rows.tsx';

/** Placeholders in the shape of cases. */
export function CaseSkeletons({ count }: { count: number }) {
  return (
    <SkeletonRows
      label={words.loadingCases}
      count={count}
      widths={['w-48', 'w-40', 'w-56']}
      row={(width) => (
        <div className="border-b border-line py-3 ps-12 pe-4">
          <Skeleton className={`h-5 rounded-xs ${width}`} />
          <Skeleton className="mt-1.5 h-4 w-3/4 rounded-xs" />
          <Skeleton className="mt-1.5 h-4 w-1/2 rounded-xs" />
        </div>
      )}
    />
  );
}
