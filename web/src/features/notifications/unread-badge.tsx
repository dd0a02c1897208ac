import { useQuery } from '@tanstack/react-query';
import { useTitleCount } from '../../lib/page/page-title.ts';
import { CountBadge } from '../../ui/count-badge.tsx';
import { unreadQuery } from './notifications.query.ts';

/** The number of unread rows, beside the link to them. A row is a group of notifications, also of requests to follow. */
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
