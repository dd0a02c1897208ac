import { countUnreadConversations } from '@roost/contract/chat';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { freshFor } from '../../../lib/cache/fresh-for.ts';
import { chatKeys } from '../chat-keys.ts';

/** The number of unread conversations. */
export const unreadConversationsQuery = queryOptions({
  queryKey: chatKeys.unreadConversations,
  queryFn: async ({ signal }) =>
    (await call(countUnreadConversations, { signal }, { quiet: true })).data.unreadConversations,
  staleTime: freshFor.unread,
});
