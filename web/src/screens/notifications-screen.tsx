import { useSearchParams } from 'react-router';
import { NotificationHeader } from '../features/notifications/notification-header.tsx';
import { NotificationList } from '../features/notifications/notification-list.tsx';
import { usePageTitle } from '../lib/page-title.ts';
import { Tabs } from '../ui/tabs.tsx';

const tabs = [
  { value: 'all', label: 'All' },
  { value: 'mentions', label: 'Mentions' },
] as const;

/** The tab and page stand in the address, where they are not the first. */
export function NotificationsScreen() {
  usePageTitle('Notifications');
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === 'mentions' ? 'mentions' : 'all';
  const page = pageOf(params.get('page'));

  function show(nextTab: typeof tab, nextPage: number, isCorrection = false) {
    setParams(
      {
        ...(nextTab === 'mentions' && { tab: nextTab }),
        ...(nextPage > 1 && { page: String(nextPage) }),
      },
      { replace: isCorrection || nextTab !== tab, preventScrollReset: isCorrection },
    );
  }

  return (
    <>
      <NotificationHeader />
      <Tabs label="Notifications" value={tab} onChange={(next) => show(next, 1)} tabs={tabs}>
        <NotificationList
          key={tab}
          tab={tab}
          page={page}
          onPage={(next, isCorrection) => show(tab, next, isCorrection)}
        />
      </Tabs>
    </>
  );
}

/** As many as the server counts (contract §1). */
const MOST_PAGES = 1_000;

function pageOf(text: string | null): number {
  const page = Number(text);
  return Number.isInteger(page) && page > 0 ? Math.min(page, MOST_PAGES) : 1;
}
