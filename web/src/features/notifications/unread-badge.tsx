import { useQuery } from '@tanstack/react-query';
import { useTitleCount } from '../../lib/page-title.ts';
import { CountBadge } from '../../ui/count-badge.tsx';
import { unreadQuery } from './notifications.query.ts';

/** How many notifications are unread, on the way to them. */
export function UnreadBadge() {
  const { data: count = 0 } = useQuery(unreadQuery);
  return <CountBadge count={count} />;
}

/** The same in the page's title; once for the whole app. */
export function UnreadInTitle() {
  const { data: count = 0 } = useQuery(unreadQuery);
  useTitleCount('notifications', count);
  return null;
}
