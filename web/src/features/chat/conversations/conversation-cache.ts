import type { Conversation, Message } from '@roost/contract/chat';
import type { OwnUser } from '@roost/contract/users';
import { notifyManager, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { meKey } from '../../auth/session.ts';
import { writeCache, type Undo } from '../../users/cache-writes.ts';
import { patchNodes, type Node } from '../../users/patch-nodes.ts';
import { chatKeys } from '../chat-keys.ts';
import type { MessagePages } from '../history/message-pages.ts';
import type { ConversationPage } from './conversations.query.ts';

type Pages = InfiniteData<ConversationPage>;

interface Unread {
  conversationId: string;
  unreadCount: number;
  unreadConversations: number;
}

/** Changes a conversation wherever it lies: in the list, and as it was opened. */
export function patchConversation(
  client: QueryClient,
  conversationId: string,
  patch: Partial<Conversation>,
): Undo {
  return patchConversations(client, ({ _id }) => _id === conversationId, patch);
}

/** The same for the conversation with a person. */
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
  const undos = [chatKeys.conversations, ['chat', 'conversation']].map((prefix) =>
    patchNodes(client, prefix, target),
  );
  return () => undos.forEach((undo) => undo());
}

/**
 * A new message comes to the top of the list, unread unless it is one's own (spec §4). A list that does not have its
 * conversation is fetched anew.
 */
export function noteMessage(client: QueryClient, message: Message, isOwn: boolean): void {
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

/** A message is gone: at once from the list, where the server has to say what stands there now. */
export function noteDeleted(
  client: QueryClient,
  { conversationId, messageId }: { conversationId: string; messageId: string },
): void {
  writeCache(client, chatKeys.conversations, (data) =>
    mapRows(data as Pages, (row) => {
      if (row._id !== conversationId || row.lastMessage?._id !== messageId) return row;
      refreshSoon(client);
      return { ...row, lastMessage: null };
    }),
  );
}

/** The counts as the server says them. With nothing unread left all messages are read (spec §4). */
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
      // Whoever has read one has read all before it: older pages are as they should be.
      isDone = page.messages.some((message) => message.isRead && isReceived(message));
      const messages = page.messages.map(read);
      return messages.some((message, place) => message !== page.messages[place])
        ? { ...page, messages }
        : page;
    });
    return pages.some((page, place) => page !== loaded.pages[place])
      ? { ...loaded, pages }
      : loaded;
  });
}

/** Takes a conversation out of the list, and what is unread in it out of the count. */
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

/** Somebody the viewer talks with, as far as the list is loaded. */
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
    refreshSoon(client);
    return pages;
  }
  return sorted(mapRows(pages, (row) => (row._id === conversationId ? change(row) : row)));
}

function mapRows(pages: Pages, change: (row: Conversation) => Conversation): Pages {
  const next = pages.pages.map((page) => {
    const data = page.data.map(change);
    return data.some((row, place) => row !== page.data[place]) ? { ...page, data } : page;
  });
  return next.some((page, place) => page !== pages.pages[place])
    ? { ...pages, pages: next }
    : pages;
}

/** The latest first, over all pages; each page keeps its length. */
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

/** Milliseconds in which reasons to fetch the list anew are gathered. */
const GATHER_MS = 200;
const timers = new WeakMap<QueryClient, ReturnType<typeof setTimeout>>();

function refreshSoon(client: QueryClient): void {
  if (timers.has(client)) return;
  const timer = setTimeout(() => {
    timers.delete(client);
    void client.invalidateQueries({ queryKey: chatKeys.conversations });
  }, GATHER_MS);
  timers.set(client, timer);
}
