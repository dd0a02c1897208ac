import type { Message } from '@roost/contract/chat';
import type { InfiniteData } from '@tanstack/react-query';

/** Messages newest first, and the cursor of the next older page, or null. */
export interface MessagePage {
  messages: Message[];
  nextCursor: string | null;
}
export type MessagePages = InfiniteData<MessagePage, string | null>;

/** Returns all loaded messages, oldest first. */
export function messagesOf(pages: MessagePages): Message[] {
  return pages.pages.flatMap((page) => page.messages).reverse();
}

/**
 * Inserts a message at the position of its number, or merges it with the known version. Ignores a message older than
 * the loaded pages, because its own page will bring it.
 */
export function withMessage(pages: MessagePages, message: Message): MessagePages {
  const [first] = pages.pages;
  if (!first) return pages;
  const index = pages.pages.findIndex(
    ({ messages, nextCursor }) =>
      nextCursor === null || message.number >= (messages.at(-1)?.number ?? Infinity),
  );
  if (index < 0) return pages;
  return mapPage(pages, index, (messages) => {
    const others = messages.filter(({ _id }) => _id !== message._id);
    const known = messages.find(({ _id }) => _id === message._id);
    const next = known ? newerOf(known, message) : message;
    return [...others, next].sort((a, b) => b.number - a.number);
  });
}

const statusOrder = ['sent', 'delivered', 'read'] as const;

/** Receipts never go back: of two versions of a message, the one with the higher status is newer. */
function newerOf(known: Message, received: Message): Message {
  return statusOrder.indexOf(known.deliveryStatus) > statusOrder.indexOf(received.deliveryStatus)
    ? {
        ...received,
        deliveryStatus: known.deliveryStatus,
        isRead: known.isRead,
        readBy: known.readBy,
      }
    : received;
}

export function withoutMessage(pages: MessagePages, messageId: string): MessagePages {
  const index = pages.pages.findIndex(({ messages }) =>
    messages.some(({ _id }) => _id === messageId),
  );
  if (index < 0) return pages;
  return mapPage(pages, index, (messages) => messages.filter(({ _id }) => _id !== messageId));
}

interface Receipt {
  /** The author of the messages that the receipt covers. */
  senderId: string;
  /** The number of the newest covered message. */
  upTo: number;
  as: 'delivered' | 'read';
  /** The person who read them. */
  readerId?: string;
}

/** Applies a receipt to all messages of the sender up to its number. */
export function withReceipt(
  pages: MessagePages,
  { senderId, upTo, as, readerId }: Receipt,
): MessagePages {
  const isBehind = (message: Message) =>
    message.senderId._id === senderId &&
    message.number <= upTo &&
    statusOrder.indexOf(message.deliveryStatus) < statusOrder.indexOf(as);
  const withStatus = (message: Message): Message => ({
    ...message,
    deliveryStatus: as,
    ...(as === 'read' && { isRead: true, readBy: readerId ? [readerId] : message.readBy }),
  });
  if (!pages.pages.some(({ messages }) => messages.some(isBehind))) return pages;
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      messages: page.messages.map((message) => (isBehind(message) ? withStatus(message) : message)),
    })),
  };
}

export function newestNumber(pages: MessagePages | undefined): number {
  return pages?.pages[0]?.messages[0]?.number ?? 0;
}

/**
 * Merges fetched pages into the known messages. They replace their whole range, so messages deleted meanwhile
 * disappear. Older messages stay only if no gap remains between them and the fetched pages.
 *
 * @param askedAt the newest known number before the request; messages with higher numbers arrived by events
 */
export function refreshed(
  known: MessagePages | undefined,
  fetched: MessagePage[],
  askedAt: number,
): MessagePages {
  const last = fetched.at(-1)!;
  const newest = Math.max(askedAt, fetched[0]!.messages[0]?.number ?? 0);
  const oldest = last.nextCursor === null ? 0 : (last.messages.at(-1)?.number ?? 0);
  const before = known?.pages.flatMap((page) => page.messages) ?? [];
  const later = before.filter(({ number }) => number > newest);
  const joins = before.some(({ number }) => number >= oldest);
  const older = joins ? before.filter(({ number }) => number < oldest) : [];
  const byId = new Map(before.map((message) => [message._id, message]));
  const pages = fetched.map((page, index) => {
    const messages = page.messages.map((received) =>
      newerOf(byId.get(received._id) ?? received, received),
    );
    return { ...page, messages: index === 0 ? [...later, ...messages] : messages };
  });
  if (older.length > 0)
    pages.push({ messages: older, nextCursor: known!.pages.at(-1)!.nextCursor });
  // The parameter of a page is the cursor of the previous page.
  return { pages, pageParams: [null, ...pages.slice(0, -1).map(({ nextCursor }) => nextCursor)] };
}

function mapPage(
  pages: MessagePages,
  index: number,
  change: (messages: Message[]) => Message[],
): MessagePages {
  const page = pages.pages[index]!;
  return {
    ...pages,
    pages: pages.pages.with(index, { ...page, messages: change(page.messages) }),
  };
}
