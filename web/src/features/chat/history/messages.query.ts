import { listMessages } from '@roost/contract/chat';
import { infiniteQueryOptions, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { fetchAnew } from '../../../lib/fetch-anew.ts';
import { chatKeys } from '../chat-keys.ts';
import { isGone, writeMessages } from './message-cache.ts';
import { newestNumber, refreshed, type MessagePage, type MessagePages } from './message-pages.ts';
import { tellDelivered } from '../marks/tell-delivered.ts';

/** As many as the server gives at once. */
const MESSAGES_AT_ONCE = 50;
/** A thread far behind is brought up to date by so many pages; what is older is loaded again when it is wanted. */
const MOST_PAGES = 10;

/** Kept current by events; nothing else fetches it anew. */
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
  const query = { limit: MESSAGES_AT_ONCE, ...(cursor !== null && { cursor }) };
  const input = { params: { conversationId }, query, ...(signal && { signal }) };
  const { data, pagination } = await call(listMessages, input, { quiet: true });
  tellDelivered(data);
  return {
    messages: data.filter((message) => !isGone(message)),
    nextCursor: pagination.nextCursor,
  };
}

/** Fetches from the newest back to the oldest that is loaded, and merges it without moving what is read. */
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
    fetched.length < MOST_PAGES &&
    (fetched.at(-1)!.messages.at(-1)?.number ?? Infinity) > oldest
  );
  // An older page that set out before would put back all that was known then, and bring it along again.
  writeMessages(client, conversationId, (now) =>
    refreshed(now, fetched.map(withoutGone), newestNumber(known)),
  );
}

/** Deleted while it was on its way. */
function withoutGone(page: MessagePage): MessagePage {
  return { ...page, messages: page.messages.filter((message) => !isGone(message)) };
}
