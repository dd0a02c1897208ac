import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { PageSteps } from '../../ui/page-steps.tsx';
import { foldRows } from './fold.ts';
import type { Tab } from './notification-keys.ts';
import { NotificationRow } from './notification-row.tsx';
import { NotificationSkeletons } from './notification-skeletons.tsx';
import { notificationsQuery } from './notifications.query.ts';
import { QuietBell } from './quiet-bell.tsx';
import { useChanges } from './use-changes.ts';

interface NotificationListProps {
  tab: Tab;
  page: number;
  /** `isCorrection`: there is no such page, and the person did not ask for another. */
  onPage: (page: number, isCorrection: boolean) => void;
}

export function NotificationList({ tab, page, onPage }: NotificationListProps) {
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    ...notificationsQuery(tab, page),
    // For the number of pages only, lest the way on jump.
    placeholderData: keepPreviousData,
  });
  const folds = useMemo(() => foldRows(data?.notifications ?? []), [data]);
  const changes = useChanges();
  const list = useRef<HTMLUListElement>(null);
  const totalPages = data?.pagination.totalPages ?? 1;
  const isBeyond = data !== undefined && !isPlaceholderData && page > totalPages;

  useEffect(() => {
    if (isBeyond) onPage(totalPages, true);
  });

  if (error && (!data || isPlaceholderData))
    return <LoadError message={error.message} onRetry={() => void refetch()} />;
  const isWaiting =
    !data || isPlaceholderData || isBeyond || (folds.length === 0 && totalPages > 1 && isFetching);
  if (!isWaiting && folds.length === 0)
    return <EmptyState drawing={<QuietBell />} title="No notifications" />;
  return (
    <>
      {isWaiting ? (
        <NotificationSkeletons />
      ) : (
        <ul ref={list} aria-label={tab === 'all' ? 'Notifications' : 'Mentions'}>
          {folds.map((fold) => (
            <NotificationRow
              key={fold.at(-1)?._id}
              fold={fold}
              onRead={(isQuiet) => changes.read([...fold], isQuiet)}
              onRemove={() => {
                // The keyboard goes on from the row that comes in its place.
                list.current?.closest<HTMLElement>('main')?.focus({ preventScroll: true });
                changes.remove([...fold]);
              }}
            />
          ))}
        </ul>
      )}
      {totalPages > 1 && (
        <PageSteps page={page} of={totalPages} onPage={(next) => onPage(next, false)} />
      )}
    </>
  );
}
