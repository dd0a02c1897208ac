import type { Conversation } from '@roost/contract/chat';
import { cleanup, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderApp } from '../../../../test/support/render-app.tsx';
import {
  sampleConversation,
  sampleMessage,
} from '../../../../test/support/sample-conversations.ts';
import { paths } from '../../../paths.ts';
import { ConversationRow } from './conversation-row.tsx';

function render(change: Partial<Conversation> = {}, isOpen = false) {
  const onDelete = vi.fn();
  const conversation = sampleConversation(change);
  const { user } = renderApp(
    <ul>
      <ConversationRow
        conversation={conversation}
        viewerId="me"
        isOpen={isOpen}
        onDelete={onDelete}
      />
    </ul>,
  );
  return { user, onDelete, conversation };
}
const link = () => screen.getByRole('link');

test('it names the other person, shows their last words and leads to the chat', () => {
  render();
  expect(link().textContent).toMatch(/^ann.*Hello/);
  expect(link().getAttribute('href')).toBe(paths.chat('ann'));
});

test('own last words begin with “You:”', () => {
  const senderId = { _id: 'me', username: 'me', avatar: null };
  render({ lastMessage: sampleMessage({ senderId, content: 'See you' }) });
  expect(link().textContent).toContain('You: See you');
  cleanup();
  const call = { media: 'audio', outcome: 'missed', seconds: null } as const;
  render({ lastMessage: sampleMessage({ senderId, content: '', kind: 'call', call }) });
  expect(link().textContent).not.toContain('You');
});

test('a conversation without messages has no last words', () => {
  render({ lastMessage: null });
  expect(link().textContent).not.toMatch(/Hello/);
});

test('unread messages are counted', () => {
  render({ currentUserUnreadCount: 1_200 });
  screen.getByText('1,200 unread');
});

test('the open conversation is the current one', () => {
  render({}, true);
  expect(link().getAttribute('aria-current')).toBe('true');
});

test('its menu deletes it', async () => {
  const { user, onDelete, conversation } = render();
  await user.click(screen.getByRole('button', { name: /@ann$/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete conversation' }));
  expect(onDelete).toHaveBeenCalledExactlyOnceWith(conversation);
});
