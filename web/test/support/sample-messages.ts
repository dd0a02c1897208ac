import type { Message } from '@roost/contract/chat';
import type { MessagePage, MessagePages } from '../../src/features/chat/messages/message-pages.ts';

/** For tests: a message from Alice. */
export function sampleMessage(number: number, change: Partial<Message> = {}): Message {
  return {
    _id: `m${number}`,
    conversationId: 'c',
    number,
    kind: 'message',
    senderId: { _id: 'alice', username: 'alice', avatar: null },
    content: `Message ${number}`,
    media: [],
    readBy: [],
    isRead: false,
    deliveryStatus: 'sent',
    createdAt: '2026-03-04T10:00:00.000Z',
    ...change,
  };
}

/** For tests: pages of these numbers, each newest first. By default the last page ends the thread. */
export function samplePages(numbers: number[][], end: string | null = null): MessagePages {
  const pages = numbers.map((each, index) =>
    samplePage(each, numbers[index + 1] ? `${index}` : end),
  );
  return { pages, pageParams: [null, ...pages.slice(0, -1).map((page) => page.nextCursor)] };
}

export function samplePage(numbers: number[], nextCursor: string | null): MessagePage {
  return { messages: numbers.map((number) => sampleMessage(number)), nextCursor };
}
