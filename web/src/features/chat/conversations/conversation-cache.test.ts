import type { Conversation } from '@roost/contract/chat';
import { QueryClient, type InfiniteData } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { meKey } from '../../auth/session.ts';
import { chatKeys } from '../chat-keys.ts';
import {
  applyDeletion,
  applyMessage,
  patchConversation,
  patchConversationWith,
  removeConversation,
  rowsOf,
  setUnread,
} from './conversation-cache.ts';
import { messagesOf, type MessagePages } from '../messages/message-pages.ts';
import type { ConversationPage } from './conversations.query.ts';
import {
  sampleConversation,
  sampleMessage,
} from '../../../../test/support/sample-conversations.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Pages = InfiniteData<ConversationPage>;

const page = (data: Conversation[], nextCursor: string | null = null): ConversationPage => ({
  data,
  pagination: { nextCursor },
});

/** A client whose list has these ids, each with its last message's number. The first page holds two rows. */
function filled(numbers: Record<string, number> = { c3: 9, c2: 5, c1: 2 }): QueryClient {
  const client = new QueryClient();
  const rows = Object.entries(numbers).map(([_id, number]) =>
    sampleConversation({ _id, lastMessage: sampleMessage({ conversationId: _id, number }) }),
  );
  client.setQueryData<Pages>(chatKeys.conversations, {
    pages: [page(rows.slice(0, 2), 'more'), page(rows.slice(2))],
    pageParams: ['', 'more'],
  });
  client.setQueryData(chatKeys.unreadConversations, 0);
  client.setQueryData(meKey, { _id: 'me' });
  return client;
}

const shown = (client: QueryClient) => rowsOf(client.getQueryData<Pages>(chatKeys.conversations)!);
const ids = (client: QueryClient) =>
  shown(client)
    .map(({ _id }) => _id)
    .join(' ');
const row = (client: QueryClient, id: string) => shown(client).find(({ _id }) => _id === id)!;
const unread = (client: QueryClient) => client.getQueryData(chatKeys.unreadConversations);
const isRefetched = (client: QueryClient) => {
  vi.runAllTimers();
  return client.getQueryState(chatKeys.conversations)?.isInvalidated;
};
const all = (client: QueryClient) => JSON.stringify(client.getQueriesData({ queryKey: ['chat'] }));

test('a new message moves its conversation to the top, unread if received', () => {
  const client = filled();
  const message = sampleMessage({ conversationId: 'c1', number: 20 });
  applyMessage(client, message, false);
  expect(ids(client)).toBe('c1 c3 c2');
  expect(row(client, 'c1')).toMatchObject({
    lastMessage: message,
    updatedAt: message.createdAt,
    currentUserUnreadCount: 1,
  });
  applyMessage(client, sampleMessage({ conversationId: 'c2', number: 21 }), true);
  expect(ids(client)).toBe('c2 c1 c3');
  expect(row(client, 'c2').currentUserUnreadCount).toBe(0);
  const { pages } = client.getQueryData<Pages>(chatKeys.conversations)!;
  expect(pages.map(({ data }) => data.length)).toEqual([2, 1]);
  expect(isRefetched(client)).toBe(false);
});

test('a repeated message counts once; an older one changes nothing', () => {
  const client = filled();
  const message = sampleMessage({ conversationId: 'c2', number: 6 });
  applyMessage(client, message, false);
  applyMessage(client, message, false);
  expect(row(client, 'c2').currentUserUnreadCount).toBe(1);
  applyMessage(client, sampleMessage({ conversationId: 'c2', number: 4 }), false);
  expect(row(client, 'c2')).toMatchObject({ lastMessage: message, currentUserUnreadCount: 1 });
});

test('a row that an event does not change keeps its identity', () => {
  const client = filled();
  const before = shown(client);
  applyMessage(client, sampleMessage({ conversationId: 'c3', number: 20 }), false);
  expect([row(client, 'c2') === before[1], row(client, 'c1') === before[2]]).toEqual([true, true]);
  const pages = client.getQueryData<Pages>(chatKeys.conversations);
  applyDeletion(client, { conversationId: 'c2', messageId: 'another' });
  expect(client.getQueryData<Pages>(chatKeys.conversations)).toBe(pages);
});

test('messages of an unlisted conversation refetch the list once', async () => {
  const client = filled();
  const asked = vi.spyOn(client, 'invalidateQueries');
  for (const number of [1, 2])
    applyMessage(client, sampleMessage({ conversationId: 'new', number }), false);
  expect(ids(client)).toBe('c3 c2 c1');
  expect(isRefetched(client)).toBe(true);
  expect(asked).toHaveBeenCalledTimes(1);
});

test('a message that arrives during a fetch of the list is in the result', async () => {
  const client = new QueryClient();
  // The first write starts the journal, which replays changes onto running fetches.
  setUnread(client, { conversationId: 'c1', unreadCount: 0, unreadConversations: 0 });
  let arrive: (page: ConversationPage) => void = () => {};
  const fetching = client.fetchInfiniteQuery({
    queryKey: chatKeys.conversations,
    queryFn: async () => new Promise<ConversationPage>((resolve) => (arrive = resolve)),
    initialPageParam: '',
  });
  const message = sampleMessage({ number: 2 });
  applyMessage(client, message, false);
  arrive(page([sampleConversation()]));
  await fetching;
  expect(row(client, 'c1')).toMatchObject({ lastMessage: message, currentUserUnreadCount: 1 });
});

test('deleting the last message clears it at once and refetches the list', () => {
  const client = filled();
  applyDeletion(client, { conversationId: 'c2', messageId: 'c2-4' });
  expect(isRefetched(client)).toBe(false);
  applyDeletion(client, { conversationId: 'c2', messageId: 'c2-5' });
  expect(row(client, 'c2').lastMessage).toBeNull();
  expect(isRefetched(client)).toBe(true);
});

test('reading in another tab updates both counts and marks messages as read', () => {
  const client = filled();
  const messages = [
    sampleMessage({ conversationId: 'c2', number: 5 }),
    sampleMessage({
      conversationId: 'c2',
      number: 4,
      senderId: { _id: 'me', username: 'me', avatar: null },
    }),
  ];
  client.setQueryData(chatKeys.messages('c2'), {
    pages: [{ messages, nextCursor: null }],
    pageParams: [null],
  });
  client.setQueryData(chatKeys.conversation('ann'), sampleConversation({ _id: 'c2' }));
  setUnread(client, { conversationId: 'c2', unreadCount: 2, unreadConversations: 4 });
  expect([row(client, 'c2').currentUserUnreadCount, unread(client)]).toEqual([2, 4]);
  expect(client.getQueryData<Conversation>(chatKeys.conversation('ann'))).toMatchObject({
    currentUserUnreadCount: 2,
  });
  expect(row(client, 'c2').lastMessage?.isRead).toBe(false);

  setUnread(client, { conversationId: 'c2', unreadCount: 0, unreadConversations: 3 });
  expect([row(client, 'c2').currentUserUnreadCount, unread(client)]).toEqual([0, 3]);
  expect(row(client, 'c2').lastMessage).toMatchObject({ isRead: true, readBy: ['me'] });
  const [theirs, own] = messagesOf(
    client.getQueryData<MessagePages>(chatKeys.messages('c2'))!,
  ).toReversed();
  // Only the other person's receipts change the viewer's own messages.
  expect([theirs?.isRead, own?.isRead]).toEqual([true, false]);
  expect(row(client, 'c3').lastMessage?.isRead).toBe(false);
});

test('marking as read skips pages before the newest read message', () => {
  const client = filled();
  const pageOf = (number: number, isRead: boolean) => ({
    messages: [sampleMessage({ conversationId: 'c2', number, isRead })],
    nextCursor: null,
  });
  const oldest = pageOf(3, true);
  const looked = vi.fn<() => void>();
  const messages = new Proxy(oldest.messages, {
    get(target, key, receiver) {
      looked();
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
  const pages = [pageOf(5, false), pageOf(4, true), { ...oldest, messages }];
  client.setQueryDefaults(chatKeys.messages('c2'), { structuralSharing: false });
  client.setQueryData(chatKeys.messages('c2'), { pages, pageParams: [null, 'a', 'b'] });
  setUnread(client, { conversationId: 'c2', unreadCount: 0, unreadConversations: 0 });
  const after = client.getQueryData<MessagePages>(chatKeys.messages('c2'))!.pages;
  expect(after[0]?.messages[0]).toMatchObject({ isRead: true, readBy: ['me'] });
  expect([after[1] === pages[1], after[2] === pages[2]]).toEqual([true, true]);
  expect(looked).not.toHaveBeenCalled();
});

test('an event sets the unread count before it was fetched', () => {
  const client = new QueryClient();
  setUnread(client, { conversationId: 'c1', unreadCount: 1, unreadConversations: 1 });
  expect(unread(client)).toBe(1);
});

test('removing a conversation lowers the unread count; undo restores both', () => {
  const client = filled();
  setUnread(client, { conversationId: 'c2', unreadCount: 3, unreadConversations: 2 });
  const before = all(client);
  const undo = removeConversation(client, 'c2');
  expect([ids(client), unread(client)]).toEqual(['c3 c1', 1]);
  undo();
  expect([ids(client), unread(client)]).toEqual(['c3 c2 c1', 2]);
  removeConversation(client, 'c3');
  expect([ids(client), unread(client)]).toEqual(['c2 c1', 2]);
  expect(before).toContain('c3');
});

test('undo keeps a conversation that has already come back', () => {
  const client = filled();
  const undo = removeConversation(client, 'c2');
  const fresh = sampleConversation({ _id: 'c2', lastMessage: sampleMessage({ number: 30 }) });
  client.setQueryData<Pages>(chatKeys.conversations, { pages: [page([fresh])], pageParams: [''] });
  undo();
  expect(shown(client)).toEqual([fresh]);
});

test('a patch changes the list and the opened conversation; undo restores both', () => {
  const client = filled();
  client.setQueryData(chatKeys.conversation('ann'), sampleConversation({ _id: 'c2' }));
  const before = all(client);
  const undo = patchConversation(client, 'c2', { canMessage: false });
  expect(shown(client).map(({ canMessage }) => canMessage)).toEqual([true, false, true]);
  expect(client.getQueryData<Conversation>(chatKeys.conversation('ann'))?.canMessage).toBe(false);
  undo();
  expect(all(client)).toBe(before);
  patchConversationWith(client, 'ann', { canMessage: false, canCall: false });
  expect(shown(client).some(({ canMessage }) => canMessage)).toBe(false);
});
