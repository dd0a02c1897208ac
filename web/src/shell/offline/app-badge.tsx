import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { unreadConversationsQuery } from '../../features/chat/conversations/unread.query.ts';
import { unreadQuery } from '../../features/notifications/notifications.query.ts';

/** Shows the number of unread notifications and conversations on the icon of the installed app. */
export function AppBadge() {
  const { data: notifications = 0 } = useQuery(unreadQuery);
  const { data: conversations = 0 } = useQuery(unreadConversationsQuery);
  const count = notifications + conversations;
  useEffect(() => setBadge(count), [count]);
  // The next person at this device must not see the number.
  useEffect(() => () => setBadge(0), []);
  return null;
}

/** Not all browsers have it, and some ask for a permission first. */
function setBadge(count: number): void {
  const { setAppBadge } = navigator as Partial<Navigator>;
  setAppBadge?.call(navigator, count).catch(() => {});
}
