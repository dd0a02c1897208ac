import type { OwnUser } from '@roost/contract/users';
import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { fetchAnew } from '../../../lib/fetch-anew.ts';
import { onLive, onMissed } from '../../../lib/live.ts';
import { meKey } from '../../auth/session.ts';
import { onBlocked, onBlockSettled } from '../../users/block.ts';
import { chatKeys } from '../chat-keys.ts';
import {
  noteDeleted,
  noteMessage,
  patchConversationWith,
  removeConversation,
  setUnread,
} from './conversation-cache.ts';

onLive('receiveMessage', (client, { message, ...unread }) =>
  notifyManager.batch(() => {
    noteMessage(client, message, message.senderId._id === viewerIdOf(client));
    setUnread(client, unread);
  }),
);

onLive('messageSent', (client, message) => noteMessage(client, message, true));

onLive('messageDeleted', (client, { messageId, ...unread }) => {
  noteDeleted(client, { messageId, conversationId: unread.conversationId });
  setUnread(client, unread);
});

onLive('unreadCountUpdated', (client, unread) => setUnread(client, unread));

onLive('conversationDeleted', (client, unread) => {
  removeConversation(client, unread.conversationId);
  setUnread(client, unread);
});

onMissed((client) => {
  void fetchAnew(client, chatKeys.unreadConversations);
  void fetchAnew(client, chatKeys.conversations);
});

// What was said stays in the list, and readable.
onBlocked((client, userId) =>
  patchConversationWith(client, userId, { canMessage: false, canCall: false }),
);

// Whether one may write again is the server's to say, and only now it can.
onBlockSettled((client, userId) => {
  const queryKey = chatKeys.conversation(userId);
  // A first answer that was asked for before knows nothing of it, and would not be given up by itself.
  void client.cancelQueries({ queryKey }).then(() => client.invalidateQueries({ queryKey }));
  void client.invalidateQueries({ queryKey: chatKeys.conversations });
});

function viewerIdOf(client: QueryClient): string | undefined {
  return client.getQueryData<OwnUser | null>(meKey)?._id;
}
