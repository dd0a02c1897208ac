import { useQuery } from '@tanstack/react-query';
import { useTitleCount } from '../../../lib/page/page-title.ts';
import { CountBadge } from '../../../ui/count-badge.tsx';
import { unreadConversationsQuery } from './unread.query.ts';

/** A badge with the number of unread conversations, for the link to them. */
export function UnreadConversationsBadge() {
  const { data: count = 0 } = useQuery(unreadConversationsQuery);
  return <CountBadge count={count} />;
}

/** Shows the number of unread conversations in the page's title. The app renders it once. */
export function UnreadConversationsInTitle() {
  const { data: count = 0 } = useQuery(unreadConversationsQuery);
  useTitleCount('conversations', count);
  return null;
}
