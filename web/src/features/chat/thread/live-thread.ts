import type { Conversation, Message } from '@roost/contract/chat';
import type { QueryClient } from '@tanstack/react-query';
import { connection, subscribeToConnection } from '../../../lib/connection.ts';
import { onLive, onMissed } from '../../../lib/live.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { storedUserId } from '../../auth/session.ts';
import { onBlocked } from '../../users/block.ts';
import { writeCache } from '../../users/cache-writes.ts';
import { chatKeys } from '../chat-keys.ts';
import { hideMessage, showMark, showMessage } from './message-cache.ts';
import { refreshMessages } from './messages.query.ts';
import { settle } from './outbox.ts';
import { tellDelivered } from './tell-delivered.ts';
import { hideTyping, showTyping } from './typing.ts';

onLive('receiveMessage', (client, { message, conversationId, unreadCount }) => {
  take(client, message);
  patchOpened(client, conversationId, { currentUserUnreadCount: unreadCount });
  if (message.senderId._id === storedUserId()) return;
  hideTyping(conversationId);
  tellDelivered([message]);
});

onLive('messageSent', take);

/** An own one may be told of before, after or without the answer to its sending. */
function take(client: QueryClient, message: Message): void {
  showMessage(client, message);
  if (message.clientId) settle(message.clientId);
}

onLive('messageDeleted', (client, { conversationId, messageId }) =>
  hideMessage(client, conversationId, messageId),
);

onLive('messagesDelivered', (client, { conversationId, upTo }) =>
  showMark(client, conversationId, { senderId: storedUserId() ?? '', upTo, as: 'delivered' }),
);

onLive('messagesRead', (client, { conversationId, upTo, readerId }) =>
  showMark(client, conversationId, { senderId: storedUserId() ?? '', upTo, as: 'read', readerId }),
);

onLive('unreadCountUpdated', (client, { conversationId, unreadCount }) =>
  patchOpened(client, conversationId, { currentUserUnreadCount: unreadCount }),
);

onLive('typing', (_, { conversationId }) => showTyping(conversationId));
onLive('stopTyping', (_, { conversationId }) => hideTyping(conversationId));

onLive('conversationDeleted', (client, { conversationId }) => {
  void client.resetQueries({ queryKey: chatKeys.messages(conversationId) });
});

onMissed((client) => {
  void client.invalidateQueries({ queryKey: chatKeys.conversation('').slice(0, -1) });
  const loaded = client.getQueryCache().findAll({ queryKey: chatKeys.messages('').slice(0, -1) });
  for (const query of loaded) {
    if (query.isActive()) void refresh(client, String(query.queryKey.at(-1)));
    else client.removeQueries({ queryKey: query.queryKey });
  }
});

/** A block ends the writing at once; that an unblock gives it back only the server knows. */
onBlocked((client, userId) => {
  const before = client.getQueryData<Conversation>(chatKeys.conversation(userId));
  const show = (canMessage: boolean) =>
    writeCache(client, chatKeys.conversation(userId), (data) => ({
      ...(data as Conversation),
      canMessage,
    }));
  show(false);
  return () => before && show(before.canMessage);
});

/** Threads whose refresh failed, with the line cut again; they are no longer whole. */
const behind = new Set<string>();
subscribeToConnection(() => {
  if (connection() !== 'open') return;
  for (const conversationId of behind) void refresh(queryClient, conversationId);
});

async function refresh(client: QueryClient, conversationId: string): Promise<void> {
  behind.add(conversationId);
  try {
    await refreshMessages(client, conversationId);
    behind.delete(conversationId);
  } catch {
    // Again with the next connection.
  }
}

/** In a conversation as it was opened, with whomever. */
function patchOpened(
  client: QueryClient,
  conversationId: string,
  patch: Partial<Conversation>,
): void {
  writeCache(client, chatKeys.conversation('').slice(0, -1), (data) => {
    const opened = data as Conversation;
    return opened._id === conversationId ? { ...opened, ...patch } : opened;
  });
}
