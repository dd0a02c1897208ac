import { useQuery } from '@tanstack/react-query';
import { useTitleCount } from '../../lib/page/page-title.ts';
import { CountBadge } from '../../ui/count-badge.tsx';
import { useViewer } from '../auth/viewer.ts';
import { unreadQuery } from './notifications.query.ts';

/** The number of unread notifications and of follow requests, beside the link to them. */
export function UnreadBadge() {
  const { data: count = 0 } = useQuery(unreadQuery);
  return <CountBadge count={count + useViewer().followRequestsCount} />;
}

/** The same number in the page title. Render it once for the whole app. */
export function UnreadInTitle() {
  const { data: count = 0 } = useQuery(unreadQuery);
  useTitleCount('notifications', count + useViewer().followRequestsCount);
  return null;
}
