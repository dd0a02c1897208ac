import * as words from '#words/notifications';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from '../../../lib/router/link.tsx';
import { useToday } from '../../../lib/use-today.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { buttonLook } from '../../../ui/controls/button.tsx';
import { LoadError } from '../../../ui/states/load-error.tsx';
import { Pagination } from '../../../ui/controls/pagination.tsx';
import type { Tab } from '../notification-keys.ts';
import { paths } from '../../../paths.ts';
import { ContinueNotifications } from './continue-notifications.tsx';
import { NotificationRow } from './notification-row.tsx';
import { NotificationSkeletons } from './notification-skeletons.tsx';
import { notificationsQuery } from '../notifications.query.ts';
import { QuietBell } from '../../../ui/illustrations/quiet-bell.tsx';
import { sectionsOf } from './sections.ts';
import type { SeenGroups } from './seen-groups.ts';
import { useNotificationChanges } from '../use-notification-changes.ts';
import { useSeenRows } from './use-seen-rows.ts';

const listNames: Record<Tab, string> = {
  all: words.notifications,
  mentions: words.mentions,
  following: words.byPeopleYouFollow,
};

interface NotificationListProps {
  tab: Tab;
  page: number;
  seen: SeenGroups;
  /** `isCorrection`: the requested page does not exist, and the app moved to another one. */
  onPage: (page: number, isCorrection: boolean) => void;
}

export function NotificationList({ tab, page, seen, onPage }: NotificationListProps) {
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    ...notificationsQuery(tab, page),
    // Only for the number of pages. Without it the pagination would jump.
    placeholderData: keepPreviousData,
  });
  const groups = data?.groups;
  const today = useToday();
  const changes = useNotificationChanges();
  const list = useRef<HTMLDivElement>(null);
  const totalPages = data?.totalPages ?? 1;
  const isBeyond = data !== undefined && !isPlaceholderData && page > totalPages;

  useEffect(() => {
    if (isBeyond) onPage(totalPages, true);
  });

  useSeenRows(list, groups, (keys) => {
    const read = groups?.filter(({ key }) => keys.includes(key)) ?? [];
    seen.add(keys);
    changes.read(read, true);
  });

  if (error && (!data || isPlaceholderData))
    return <LoadError message={error.message} onRetry={() => void refetch()} />;
  const isWaiting =
    !data ||
    isPlaceholderData ||
    isBeyond ||
    (groups?.length === 0 && totalPages > 1 && isFetching);
  if (!isWaiting && groups?.length === 0)
    return (
      <EmptyState
        drawing={<QuietBell />}
        title={tab === 'following' ? words.nothingByPeopleYouFollow : words.noNotifications}
        action={
          <Link to={paths.search} className={buttonLook({ variant: 'secondary' })}>
            {words.lookAround}
          </Link>
        }
      />
    );
  return (
    <>
      {isWaiting ? (
        <NotificationSkeletons />
      ) : (
        <div ref={list}>
          {tab === 'all' && (
            <ContinueNotifications page={page} groups={groups ?? []} onPage={onPage} />
          )}
          {sectionsOf(groups ?? [], today).map(({ label, groups: shown }) => (
            <section key={label}>
              <h2 className="border-b border-line px-4 pt-5 pb-2 text-meta font-semibold text-muted">
                {label}
              </h2>
              <ul aria-label={words.listOfDay({ list: listNames[tab], day: label })}>
                {shown.map((group) => (
                  <NotificationRow
                    key={group.key}
                    group={group}
                    isNew={group.unread > 0 || seen.has(group.key)}
                    onRead={(isQuiet) => {
                      seen.drop(group.key);
                      changes.read([group], isQuiet);
                    }}
                    onRemove={() => {
                      // The focus moves to the page, because the row with the focus is gone.
                      list.current?.closest<HTMLElement>('main')?.focus({ preventScroll: true });
                      changes.remove(group);
                    }}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
      {totalPages > 1 && (
        <Pagination page={page} of={totalPages} onPage={(next) => onPage(next, false)} />
      )}
    </>
  );
}
