import { useQuery } from '@tanstack/react-query';
import { useTitleCount } from '../../../lib/page-title.ts';
import { CountBadge } from '../../../ui/count-badge.tsx';
import { unreadConversationsQuery } from './unread.query.ts';

/** How many conversations have something unread, on the way to them. */
export function UnreadConversationsBadge() {
  const { data: count = 0 } = useQuery(unreadConversationsQuery);
  return <CountBadge count={count} />;
}

/** The same in the page's title; once for the whole app. */
export function UnreadConversationsInTitle() {
  const { data: count = 0 } = useQuery(unreadConversationsQuery);
  useTitleCount('conversations', count);
  return null;
}
