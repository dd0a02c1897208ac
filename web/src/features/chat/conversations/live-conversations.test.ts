import { QueryClient, QueryObserver, type QueryKey } from '@tanstack/react-query';
import type { Conversation } from '@roost/contract/chat';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { meKey } from '../../auth/session.ts';
import { pressBlock } from '../../users/relations/block.ts';
import { EventLogPosition } from '../../../lib/socket/event-log-position.ts';
import { hear } from '../../../lib/socket/live.ts';
import { chatKeys } from '../chat-keys.ts';
import './live-conversations.ts';
import {
  sampleConversation,
  sampleMessage,
} from '../../../../test/support/sample-conversations.ts';

afterEach(() => vi.unstubAllGlobals());

/** A server that stores the viewer's block of Ann. It answers when the test calls `answer`. */
function serverOf(isBlocked: boolean) {
  const server = { isBlocked, answer: undefined as (() => Promise<void>) | undefined };
  const reply = () => {
    server.isBlocked = !server.isBlocked;
    const data = {
      user: { username: 'ann' },
      blockedUsers: server.isBlocked ? [{ _id: 'ann' }] : [],
    };
    return Response.json({ status: 'success', data });
  };
  vi.stubGlobal(
    'fetch',
    async () =>
      new Promise<Response>((resolve) => {
        server.answer = async () => {
          resolve(reply());
          await new Promise((later) => setTimeout(later));
        };
      }),
  );
  return server;
}

/** Opens a chat with Ann. The test gives the answers to its requests. */
function openChat(initialData?: Conversation) {
  const client = new QueryClient();
  client.setQueryData(meKey, { _id: 'me', blockedUsers: ['ann'] });
  const answers: ((canMessage: boolean) => void)[] = [];
  const open = new QueryObserver(client, {
    queryKey: [...chatKeys.conversation('ann')] as QueryKey,
    initialData,
    staleTime: initialData ? Infinity : 0,
    queryFn: async () => {
      const canMessage = await new Promise<boolean>((resolve) => answers.push(resolve));
      return sampleConversation({ canMessage });
    },
  });
  onTestFinished(open.subscribe(() => {}));
  return { client, open, answers };
}

test('an unblock refetches the permission and ignores an earlier answer', async () => {
  const server = serverOf(true);
  const { client, open, answers } = openChat(sampleConversation({ canMessage: false }));
  const pressed = pressBlock(client, 'ann', true);
  await vi.waitFor(() => expect(server.answer).toBeDefined());
  expect(answers).toHaveLength(0);
  // The chat is refetched before the unblock is answered, so the server still refuses.
  void client.refetchQueries({ queryKey: chatKeys.conversation('ann') });
  await server.answer?.();
  await pressed;
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[0]?.(false);
  answers[1]?.(true);
  await vi.waitFor(() => expect(open.getCurrentResult().data?.canMessage).toBe(true));
  expect(answers).toHaveLength(2);
});

test('an unblock replaces a first request that was still running', async () => {
  const server = serverOf(true);
  const { client, open, answers } = openChat();
  const pressed = pressBlock(client, 'ann', true);
  await vi.waitFor(() => expect(server.answer).toBeDefined());
  await server.answer?.();
  await pressed;
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[0]?.(false);
  answers[1]?.(true);
  await vi.waitFor(() => expect(open.getCurrentResult().data?.canMessage).toBe(true));
});

test('the first message of a person renews what the viewer may do with them', async () => {
  const { client, open, answers } = openChat(sampleConversation({ canCall: false }));
  const receive = () =>
    hear(client, new EventLogPosition(), 'receiveMessage', {
      message: sampleMessage(),
      conversationId: 'c1',
      unreadCount: 1,
      unreadConversations: 1,
    });
  receive();
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.(true);
  await vi.waitFor(() => expect(open.getCurrentResult().data?.canCall).toBe(true));
  receive();
  expect(open.getCurrentResult().isFetching).toBe(false);
});
