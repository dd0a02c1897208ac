import type { Conversation, Message } from '@roost/contract/chat';
import type { OwnUser } from '@roost/contract/users';
import { notifyManager, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { meKey } from '../../auth/session.ts';
import { createBatcher } from '../../../lib/batcher.ts';
import { writeCache, type Undo } from '../../../lib/cache/write-cache.ts';
import { patchNodes, type Node } from '../../../lib/cache/patch-nodes.ts';
import { onLogout } from '../../../lib/logout.ts';
import { chatKeys } from '../chat-keys.ts';
import type { MessagePages } from '../messages/message-pages.ts';
import type { ConversationPage } from './conversations.query.ts';

type Pages = InfiniteData<ConversationPage>;

interface Unread {
  conversationId: string;
  unreadCount: number;
  unreadConversations: number;
}

/** Changes a conversation in both caches: in the list, and as the opened conversation. */
export function patchConversation(
  client: QueryClient,
  conversationId: string,
  patch: Partial<Conversation>,
): Undo {
  return patchConversations(client, ({ _id }) => _id === conversationId, patch);
}

/** Changes the conversation with this person in both caches. */
export function patchConversationWith(
  client: QueryClient,
  userId: string,
  patch: Partial<Conversation>,
): Undo {
  return patchConversations(
    client,
    ({ participants }) => participants.some(({ _id }) => _id === userId),
    patch,
  );
}

function patchConversations(
  client: QueryClient,
  isMeant: (conversation: Conversation) => boolean,
  patch: Partial<Conversation>,
): Undo {
  const target = {
    matches: (node: Node) => 'participants' in node && isMeant(node as unknown as Conversation),
    patch: () => patch,
  };
  const undos = [chatKeys.conversations, chatKeys.openConversations].map((prefix) =>
    patchNodes(client, prefix, target),
  );
  return () => undos.forEach((undo) => undo());
}

/**
 * Moves the message's conversation to the top of the list, as unread if the viewer received it. Refetches the list if
 * the conversation is not in it.
 */
export function applyMessage(client: QueryClient, message: Message, isOwn: boolean): void {
  writeCache(client, chatKeys.conversations, (data) =>
    changeRow(client, data as Pages, message.conversationId, (row) =>
      withMessage(row, message, isOwn),
    ),
  );
}

function withMessage(row: Conversation, message: Message, isOwn: boolean): Conversation {
  const last = row.lastMessage;
  const isKnown = last?._id === message._id;
  if (last && !isKnown && last.number > message.number) return row;
  return {
    ...row,
    lastMessage: message,
    updatedAt: message.createdAt,
    currentUserUnreadCount: row.currentUserUnreadCount + (isOwn || isKnown ? 0 : 1),
  };
}

/** Clears a deleted last message from the list at once, and refetches the list to learn the new last message. */
export function applyDeletion(
  client: QueryClient,
  { conversationId, messageId }: { conversationId: string; messageId: string },
): void {
  writeCache(client, chatKeys.conversations, (data) =>
    mapRows(data as Pages, (row) => {
      if (row._id !== conversationId || row.lastMessage?._id !== messageId) return row;
      refetches.add(client);
      return { ...row, lastMessage: null };
    }),
  );
}

/** Sets the unread counts from the server. If nothing is unread, marks all received messages as read. */
export function setUnread(
  client: QueryClient,
  { conversationId, unreadCount, unreadConversations }: Unread,
): void {
  notifyManager.batch(() => {
    patchConversation(client, conversationId, { currentUserUnreadCount: unreadCount });
    if (unreadCount === 0) showRead(client, conversationId);
    if (client.getQueryData(chatKeys.unreadConversations) === undefined)
      client.setQueryData(chatKeys.unreadConversations, unreadConversations);
    writeCache(client, chatKeys.unreadConversations, () => unreadConversations);
  });
}

function showRead(client: QueryClient, conversationId: string): void {
  const viewer = client.getQueryData<OwnUser | null>(meKey);
  if (!viewer) return;
  const isReceived = ({ senderId }: Message) => senderId._id !== viewer._id;
  const read = (message: Message): Message =>
    message.isRead || !isReceived(message)
      ? message
      : { ...message, isRead: true, readBy: [...message.readBy, viewer._id] };
  writeCache(client, chatKeys.conversations, (data) =>
    mapRows(data as Pages, (row) => {
      if (row._id !== conversationId || !row.lastMessage) return row;
      const lastMessage = read(row.lastMessage);
      return lastMessage === row.lastMessage ? row : { ...row, lastMessage };
    }),
  );
  writeCache(client, chatKeys.messages(conversationId), (data) => {
    const loaded = data as MessagePages;
    let isDone = false;
    const pages = loaded.pages.map((page) => {
      if (isDone) return page;
      // If one message is read, all older ones are read too, so older pages need no change.
      isDone = page.messages.some((message) => message.isRead && isReceived(message));
      const messages = page.messages.map(read);
      return messages.some((message, index) => message !== page.messages[index])
        ? { ...page, messages }
        : page;
    });
    return pages.some((page, index) => page !== loaded.pages[index])
      ? { ...loaded, pages }
      : loaded;
  });
}

/** Removes a conversation from the list and subtracts it from the unread count. */
export function removeConversation(client: QueryClient, conversationId: string): Undo {
  let taken: Conversation | undefined;
  const addUnread = (difference: number) =>
    writeCache(client, chatKeys.unreadConversations, (count) =>
      Math.max(0, Number(count) + difference),
    );
  notifyManager.batch(() => {
    writeCache(client, chatKeys.conversations, (data) => {
      const pages = data as Pages;
      const row = rowsOf(pages).find(({ _id }) => _id === conversationId);
      if (!row) return pages;
      taken ??= row;
      return {
        ...pages,
        pages: pages.pages.map((page) => ({
          ...page,
          data: page.data.filter(({ _id }) => _id !== conversationId),
        })),
      };
    });
    if (taken?.currentUserUnreadCount) addUnread(-1);
  });
  return () => {
    const row = taken;
    if (!row) return;
    notifyManager.batch(() => {
      writeCache(client, chatKeys.conversations, (data) => insert(data as Pages, row));
      if (row.currentUserUnreadCount) addUnread(1);
    });
  };
}

function insert(pages: Pages, row: Conversation): Pages {
  const [first, ...others] = pages.pages;
  if (!first || rowsOf(pages).some(({ _id }) => _id === row._id)) return pages;
  return sorted({ ...pages, pages: [{ ...first, data: [row, ...first.data] }, ...others] });
}

/** Finds a person in the loaded part of the conversation list. */
export function personInList(
  client: QueryClient,
  userId: string,
): Conversation['participants'][number] | undefined {
  const pages = client.getQueryData<Pages>(chatKeys.conversations);
  if (!pages) return undefined;
  return rowsOf(pages)
    .flatMap(({ participants }) => participants)
    .find(({ _id }) => _id === userId);
}

export const rowsOf = ({ pages }: Pages): Conversation[] => pages.flatMap(({ data }) => data);

function changeRow(
  client: QueryClient,
  pages: Pages,
  conversationId: string,
  change: (row: Conversation) => Conversation,
): Pages {
  if (!rowsOf(pages).some(({ _id }) => _id === conversationId)) {
    refetches.add(client);
    return pages;
  }
  return sorted(mapRows(pages, (row) => (row._id === conversationId ? change(row) : row)));
}

function mapRows(pages: Pages, change: (row: Conversation) => Conversation): Pages {
  const next = pages.pages.map((page) => {
    const data = page.data.map(change);
    return data.some((row, index) => row !== page.data[index]) ? { ...page, data } : page;
  });
  return next.some((page, index) => page !== pages.pages[index])
    ? { ...pages, pages: next }
    : pages;
}

/** Sorts the rows of all pages, latest first. Each page keeps its length. */
function sorted(pages: Pages): Pages {
  const rows = rowsOf(pages).toSorted(
    (a, b) => order(b.updatedAt, a.updatedAt) || order(b._id, a._id),
  );
  let from = 0;
  return {
    ...pages,
    pages: pages.pages.map((page) => {
      const data = rows.slice(from, from + page.data.length);
      from += page.data.length;
      return { ...page, data };
    }),
  };
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Several changes within this time cause one refetch of the list. */
const REFETCH_BATCH_MS = 200;
const refetches = createBatcher<QueryClient>(REFETCH_BATCH_MS, (clients) => {
  for (const client of new Set(clients))
    void client.invalidateQueries({ queryKey: chatKeys.conversations });
});
onLogout(refetches.cancel);
