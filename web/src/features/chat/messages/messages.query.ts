import { listMessages } from '@roost/contract/chat';
import { infiniteQueryOptions, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { fetchAnew } from '../../../lib/cache/fetch-anew.ts';
import { chatKeys } from '../chat-keys.ts';
import { isDeleted, writeMessages } from './message-cache.ts';
import { newestNumber, refreshed, type MessagePage, type MessagePages } from './message-pages.ts';
import { sendDeliveryReceipts } from '../message-list/send-delivery-receipts.ts';

/** The server's largest page. */
const MESSAGES_PER_PAGE = 50;
/** A refresh fetches at most this many pages. Older messages are loaded again when the viewer scrolls to them. */
const MAX_REFRESH_PAGES = 10;

/** The messages of a conversation. Events keep them current, so the query never refetches by itself. */
export function messagesQuery(conversationId: string) {
  return infiniteQueryOptions<MessagePage, Error, MessagePages, QueryKey, string | null>({
    queryKey: chatKeys.messages(conversationId),
    queryFn: ({ pageParam, signal }) => fetchPage(conversationId, pageParam, signal),
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
}

async function fetchPage(
  conversationId: string,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<MessagePage> {
  const query = { limit: MESSAGES_PER_PAGE, ...(cursor !== null && { cursor }) };
  const input = { params: { conversationId }, query, ...(signal && { signal }) };
  const { data, pagination } = await call(listMessages, input, { quiet: true });
  sendDeliveryReceipts(data);
  return {
    messages: data.filter((message) => !isDeleted(message)),
    nextCursor: pagination.nextCursor,
  };
}

/** Fetches the loaded range again, newest first, and merges it. The scroll position does not change. */
export async function refreshMessages(client: QueryClient, conversationId: string): Promise<void> {
  const queryKey = chatKeys.messages(conversationId);
  const known = client.getQueryData<MessagePages>(queryKey);
  if (!known) return fetchAnew(client, queryKey);
  const oldest = known.pages.at(-1)?.messages.at(-1)?.number ?? 0;
  const fetched: MessagePage[] = [];
  let cursor: string | null = null;
  do {
    const page: MessagePage = await fetchPage(conversationId, cursor);
    fetched.push(page);
    cursor = page.nextCursor;
  } while (
    cursor !== null &&
    fetched.length < MAX_REFRESH_PAGES &&
    (fetched.at(-1)!.messages.at(-1)?.number ?? Infinity) > oldest
  );
  // This write also applies to a running fetch of an older page, which would otherwise restore the state before it.
  writeMessages(client, conversationId, (now) =>
    refreshed(now, fetched.map(withoutDeleted), newestNumber(known)),
  );
}

/** Removes messages that were deleted during the fetch. */
function withoutDeleted(page: MessagePage): MessagePage {
  return { ...page, messages: page.messages.filter((message) => !isDeleted(message)) };
}
