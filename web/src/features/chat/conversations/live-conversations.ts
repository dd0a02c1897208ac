import type { Conversation } from '@roost/contract/chat';
import type { OwnUser } from '@roost/contract/users';
import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { fetchAnew } from '../../../lib/cache/fetch-anew.ts';
import { onLive, onMissed } from '../../../lib/socket/live.ts';
import { meKey } from '../../auth/session.ts';
import { onBlocked, onBlockSettled } from '../../users/relations/relation-events.ts';
import { chatKeys } from '../chat-keys.ts';
import {
  applyDeletion,
  applyMessage,
  patchConversationWith,
  removeConversation,
  setUnread,
} from './conversation-cache.ts';

onLive('receiveMessage', (client, { message, ...unread }) =>
  notifyManager.batch(() => {
    applyMessage(client, message, message.senderId._id === viewerIdOf(client));
    setUnread(client, unread);
    renewRights(client, message.senderId._id);
  }),
);

onLive('messageSent', (client, message) => applyMessage(client, message, true));

onLive('messageDeleted', (client, { messageId, ...unread }) => {
  applyDeletion(client, { messageId, conversationId: unread.conversationId });
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

// After a block, the conversation stays in the list and stays readable.
onBlocked((client, userId) =>
  patchConversationWith(client, userId, { canMessage: false, canCall: false }),
);

// The server decides whether the viewer may write again. It knows about the change only now.
onBlockSettled(refetchConversation);

/** The viewer may answer and call everybody who has written to them. So the first message of a person changes the viewer's rights. */
function renewRights(client: QueryClient, userId: string): void {
  const open = client.getQueryData<Conversation>(chatKeys.conversation(userId));
  if (open && !(open.canMessage && open.canCall)) refetchConversation(client, userId);
}

function refetchConversation(client: QueryClient, userId: string): void {
  const queryKey = chatKeys.conversation(userId);
  // A running first request does not know about the change, and invalidation does not cancel a first request.
  void client.cancelQueries({ queryKey }).then(() => client.invalidateQueries({ queryKey }));
  void client.invalidateQueries({ queryKey: chatKeys.conversations });
}

function viewerIdOf(client: QueryClient): string | undefined {
  return client.getQueryData<OwnUser | null>(meKey)?._id;
}
