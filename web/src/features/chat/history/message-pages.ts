import type { Message } from '@roost/contract/chat';
import type { InfiniteData } from '@tanstack/react-query';

/** Messages newest first, and the way to those before; null where there are none. */
export interface MessagePage {
  messages: Message[];
  nextCursor: string | null;
}
export type MessagePages = InfiniteData<MessagePage, string | null>;

/** All that is known, oldest first. */
export function messagesOf(pages: MessagePages): Message[] {
  return pages.pages.flatMap((page) => page.messages).reverse();
}

/**
 * With that message in the place its number gives it. It may be known already, be heard late, or again after a
 * break; what is older than all that is loaded comes with its own page.
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

const steps = ['sent', 'delivered', 'read'] as const;

/** Marks only ever go forward: of two accounts of one message the further one is the later. */
function newerOf(known: Message, told: Message): Message {
  return steps.indexOf(known.deliveryStatus) > steps.indexOf(told.deliveryStatus)
    ? { ...told, deliveryStatus: known.deliveryStatus, isRead: known.isRead, readBy: known.readBy }
    : told;
}

export function withoutMessage(pages: MessagePages, messageId: string): MessagePages {
  const index = pages.pages.findIndex(({ messages }) =>
    messages.some(({ _id }) => _id === messageId),
  );
  if (index < 0) return pages;
  return mapPage(pages, index, (messages) => messages.filter(({ _id }) => _id !== messageId));
}

interface Mark {
  /** Whose messages are marked. */
  senderId: string;
  /** By number. */
  upTo: number;
  as: 'delivered' | 'read';
  /** Who read them. */
  readerId?: string;
}

/** With all of one sender's messages, up to a number, marked at least so. */
export function withMark(
  pages: MessagePages,
  { senderId, upTo, as, readerId }: Mark,
): MessagePages {
  const isBehind = (message: Message) =>
    message.senderId._id === senderId &&
    message.number <= upTo &&
    steps.indexOf(message.deliveryStatus) < steps.indexOf(as);
  const mark = (message: Message): Message => ({
    ...message,
    deliveryStatus: as,
    ...(as === 'read' && { isRead: true, readBy: readerId ? [readerId] : message.readBy }),
  });
  if (!pages.pages.some(({ messages }) => messages.some(isBehind))) return pages;
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      messages: page.messages.map((message) => (isBehind(message) ? mark(message) : message)),
    })),
  };
}

export function newestNumber(pages: MessagePages | undefined): number {
  return pages?.pages[0]?.messages[0]?.number ?? 0;
}

/**
 * What was known, brought up to date by newer pages: these replace all of their range, so that what was deleted
 * meanwhile goes; what is older stays where it joins them, and is left to be loaded again where it does not.
 *
 * @param askedAt the newest number there was when they were asked for; what is newer was heard since
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
    const messages = page.messages.map((told) => newerOf(byId.get(told._id) ?? told, told));
    return { ...page, messages: index === 0 ? [...later, ...messages] : messages };
  });
  if (older.length > 0)
    pages.push({ messages: older, nextCursor: known!.pages.at(-1)!.nextCursor });
  // A page's parameter is the cursor of the one before.
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
