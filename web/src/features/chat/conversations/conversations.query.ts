import { listConversations } from '@roost/contract/chat';
import type { Answer } from '@roost/contract/endpoint';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { freshFor } from '../../../lib/cache/fresh-for.ts';
import { chatKeys } from '../chat-keys.ts';
import { sendDeliveryReceipts } from '../message-list/send-delivery-receipts.ts';

export type ConversationPage = Pick<Answer<typeof listConversations>, 'data' | 'pagination'>;

/** The viewer's conversations, latest first. Live events keep them current, so window focus does not refetch them. */
export const conversationsQuery = infiniteQueryOptions({
  queryKey: chatKeys.conversations,
  async queryFn({ pageParam, signal }): Promise<ConversationPage> {
    const query = pageParam === '' ? {} : { cursor: pageParam };
    const { data, pagination } = await call(listConversations, { query, signal }, { quiet: true });
    sendDeliveryReceipts(data.flatMap(({ lastMessage }) => lastMessage ?? []));
    return { data, pagination };
  },
  initialPageParam: '',
  getNextPageParam: ({ pagination }) => pagination.nextCursor,
  staleTime: freshFor.list,
  refetchOnWindowFocus: false,
});
