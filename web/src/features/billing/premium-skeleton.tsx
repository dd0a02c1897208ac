import * as words from '#words/billing';
import { Skeleton } from '../../ui/states/skeleton.tsx';

/** A loading placeholder in the shape of the offer. */
export function PremiumSkeleton() {
  return (
    <div
      role="status"
      aria-label={words.loadingPremium}
      aria-busy
      className="flex flex-col items-center gap-5 px-4 py-6"
    >
      <Skeleton className="h-17 w-72 max-w-full rounded-card" />
      <Skeleton className="h-9 w-56 rounded-full" />
      <Skeleton className="h-8.5 w-40 rounded-xs" />
      <Skeleton className="h-12 w-full max-w-sm rounded-full" />
      <Skeleton className="mt-6 h-96 w-full rounded-card" />
    </div>
  );
}
