import { useQuery } from '@tanstack/react-query';
import { useTitleCount } from '../../lib/page/page-title.ts';
import { CountBadge } from '../../ui/count-badge.tsx';
import { unreadQuery } from './notifications.query.ts';

/** The number of unread notifications, beside the link to them. A request to follow is a notification too. */
export function UnreadBadge() {
  const { data: count = 0 } = useQuery(unreadQuery);
  return <CountBadge count={count} />;
}

/** The same number in the page title. Render it once for the whole app. */
export function UnreadInTitle() {
  const { data: count = 0 } = useQuery(unreadQuery);
  useTitleCount('notifications', count);
  return null;
}
