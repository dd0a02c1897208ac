import { QueryClient, QueryObserver, type QueryKey } from '@tanstack/react-query';
import type { Conversation } from '@roost/contract/chat';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { meKey } from '../../auth/session.ts';
import { pressBlock } from '../../users/block.ts';
import { chatKeys } from '../chat-keys.ts';
import './live-conversations.ts';
import { sampleConversation } from './sample-conversations.ts';

afterEach(() => vi.unstubAllGlobals());

/** A server that holds Ann's block; its answer waits until the test lets it go. */
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

/** The viewer with a chat open with Ann; its answers wait until the test gives them. */
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

test('after an unblock one may write once the server says so, whatever was asked before', async () => {
  const server = serverOf(true);
  const { client, open, answers } = openChat(sampleConversation({ canMessage: false }));
  const pressed = pressBlock(client, 'ann', true);
  await vi.waitFor(() => expect(server.answer).toBeDefined());
  expect(answers).toHaveLength(0);
  // Opened anew while the unblock is on its way: the server still refuses.
  void client.refetchQueries({ queryKey: chatKeys.conversation('ann') });
  await server.answer?.();
  await pressed;
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[0]?.(false);
  answers[1]?.(true);
  await vi.waitFor(() => expect(open.getCurrentResult().data?.canMessage).toBe(true));
  expect(answers).toHaveLength(2);
});

test('a refusal on its way when the unblock is answered is not the last word', async () => {
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
