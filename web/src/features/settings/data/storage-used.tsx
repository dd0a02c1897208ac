import * as words from '#words/settings';
import { getStorage } from '@roost/contract/media';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { call } from '../../../lib/api/api.ts';
import { storageSize } from '../../../lib/format/storage-size.ts';
import { LoadError } from '../../../ui/states/load-error.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';

/** From this share of the quota on, the bar warns. */
const NEARLY_FULL = 0.9;

/** How much storage the viewer's pictures and videos take. */
export function StorageUsed() {
  const { data, error, refetch } = useQuery({
    queryKey: ['storage'],
    queryFn: async ({ signal }) => (await call(getStorage, { signal })).data,
    // It changes with each upload, and only this page shows it.
    gcTime: 0,
  });
  if (error && !data) return <LoadError message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-13 rounded-card" />;
  const { storedBytes, quotaBytes, dayBytes, dayLimitBytes } = data;
  const used = words.storageUsed({
    used: storageSize(storedBytes),
    quota: storageSize(quotaBytes),
  });
  const share = Math.min(1, storedBytes / quotaBytes);
  return (
    <>
      <div
        role="meter"
        aria-label={words.storage}
        aria-valuemin={0}
        aria-valuemax={quotaBytes}
        aria-valuenow={Math.min(storedBytes, quotaBytes)}
        aria-valuetext={used}
        className="h-2 overflow-hidden rounded-full bg-skeleton"
      >
        <div
          className={clsx('h-full rounded-full', share < NEARLY_FULL ? 'bg-accent' : 'bg-danger')}
          style={{ inlineSize: `${share * 100}%` }}
        />
      </div>
      <p className="mt-2">{used}</p>
      <p className="text-meta text-muted">
        {words.uploadedToday({ used: storageSize(dayBytes), limit: storageSize(dayLimitBytes) })}
      </p>
    </>
  );
}
