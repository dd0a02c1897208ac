import { listConversations } from '@roost/contract/chat';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  closeBrowser,
  keptDraft,
  openBrowser,
  openPage,
} from '../../../../test/support/draft-page.ts';
import { server } from '../../../../test/support/fake-server.ts';
import { sampleConversation } from '../../../../test/support/sample-conversations.ts';
import { sampleId } from '../../../../test/support/sample-id.ts';
import { viewer } from '../../../../test/support/sample-posts.ts';

beforeEach(openBrowser);
afterEach(() => {
  closeBrowser();
  expect(server.unexpected).toEqual([]);
});

const [first, second] = [sampleId('first'), sampleId('second')];
const personOf = (conversationId: string) => sampleId(`person ${conversationId}`);
const conversationOf = (_id: string) => {
  const sample = sampleConversation({ _id, lastMessage: null });
  const [me, other] = sample.participants;
  return {
    ...sample,
    participants: [
      { ...me!, _id: viewer._id },
      { ...other!, _id: personOf(_id) },
    ],
  };
};

/** A page whose list of conversations has two parts. Opens the chat of a draft there. */
async function openDraftOf(conversationId: string) {
  server.answer(listConversations, ({ query }) => ({
    status: 'success' as const,
    data: [conversationOf(query.cursor ? second : first)],
    pagination: { nextCursor: query.cursor ? null : 'next' },
  }));
  const page = await openPage();
  await import('./open-chat-draft.ts');
  const { openedChat } = await import('../window/open-chat.ts');
  await page.openKeptDraft(keptDraft('a', 'Hello', { conversationId }), `${viewer._id}:post`);
  return openedChat();
}

test.each([first, second])('a draft opens the chat of its conversation %s', async (id) => {
  expect(await openDraftOf(id)).toBe(personOf(id));
});

test('a draft of a conversation that is gone says so', async () => {
  await expect(openDraftOf(sampleId('gone'))).rejects.toThrow(
    'This chat is not in your list any more.',
  );
});
