import * as words from '#words/screens';
import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from '../lib/router/router.tsx';
import { NotificationHeader } from '../features/notifications/list/notification-header.tsx';
import { NotificationList } from '../features/notifications/list/notification-list.tsx';
import { useSeenGroups } from '../features/notifications/list/seen-groups.ts';
import { notificationKeys } from '../features/notifications/notification-keys.ts';
import { PushOffer } from '../features/notifications/push/push-offer.tsx';
import { PullToRefresh } from '../features/posts/feed/refresh/pull-to-refresh.tsx';
import { FollowRequestsLink } from '../features/users/follow-requests/follow-requests-link.tsx';
import { Tabs } from '../ui/controls/tabs.tsx';

const tabs = [
  { value: 'all', label: words.all },
  { value: 'mentions', label: words.mentions },
  { value: 'following', label: words.following },
] as const;

/** The address contains the tab and the page number, unless they are the first. */
export function NotificationsScreen() {
  const [params, setParams] = useSearchParams();
  const tab = tabs.find(({ value }) => value === params.get('tab'))?.value ?? 'all';
  const page = pageOf(params.get('page'));
  const client = useQueryClient();
  const refresh = async () =>
    client.refetchQueries({ queryKey: notificationKeys.lists, type: 'active' });
  const seen = useSeenGroups(`${tab} ${page}`);

  function show(nextTab: typeof tab, nextPage: number, isCorrection = false) {
    setParams(
      {
        ...(nextTab !== 'all' && { tab: nextTab }),
        ...(nextPage > 1 && { page: String(nextPage) }),
      },
      { replace: isCorrection || nextTab !== tab, preventScrollReset: isCorrection },
    );
  }

  return (
    <>
      <NotificationHeader onReadAll={seen.clear} />
      <PushOffer />
      <FollowRequestsLink />
      <Tabs label={words.notifications} value={tab} onChange={(next) => show(next, 1)} tabs={tabs}>
        {/* It overlays the list, so the list does not move. */}
        <div className="relative z-10 h-0">
          <PullToRefresh onRefresh={refresh} />
        </div>
        <NotificationList
          key={tab}
          tab={tab}
          page={page}
          seen={seen}
          onPage={(next, isCorrection) => show(tab, next, isCorrection)}
        />
      </Tabs>
    </>
  );
}

/** The server's limit of pages. */
const MAX_PAGE_NUMBER = 1_000;

function pageOf(text: string | null): number {
  const page = Number(text);
  return Number.isInteger(page) && page > 0 ? Math.min(page, MAX_PAGE_NUMBER) : 1;
}
