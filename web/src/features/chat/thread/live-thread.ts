import type { Conversation, Message } from '@roost/contract/chat';
import type { QueryClient } from '@tanstack/react-query';
import { fetchAnew } from '../../../lib/fetch-anew.ts';
import { onLive, onMissed } from '../../../lib/live.ts';
import { storedUserId } from '../../auth/session.ts';
import { chatKeys } from '../chat-keys.ts';
import { catchUp } from '../history/catch-up.ts';
import { hideMessage, showMark, showMessage } from '../history/message-cache.ts';
import { settle } from '../outbox/outbox.ts';
import { tellDelivered } from '../marks/tell-delivered.ts';
import { hideTyping, showTyping } from '../typing/typing.ts';

onLive('receiveMessage', (client, { message, conversationId }) => {
  take(client, message);
  const { _id: senderId } = message.senderId;
  if (senderId === storedUserId()) return;
  hideTyping(conversationId);
  tellDelivered([message]);
  // Whoever has been written to by somebody may answer (contract §3).
  const opened = client.getQueryState<Conversation>(chatKeys.conversation(senderId));
  if (opened && !opened.data?.canMessage)
    void client.invalidateQueries({ queryKey: chatKeys.conversation(senderId) });
});

onLive('messageSent', take);

/** An own one may be told of before, after or without the answer to its sending. */
function take(client: QueryClient, message: Message): void {
  showMessage(client, message);
  if (message.clientId) void settle(message.clientId);
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

onLive('typing', (_, { conversationId }) => showTyping(conversationId));
onLive('stopTyping', (_, { conversationId }) => hideTyping(conversationId));

onLive('conversationDeleted', (client, { conversationId }) => {
  void client.resetQueries({ queryKey: chatKeys.messages(conversationId) });
});

onMissed((client) => {
  void fetchAnew(client, chatKeys.conversation('').slice(0, -1));
  const loaded = client.getQueryCache().findAll({ queryKey: chatKeys.messages('').slice(0, -1) });
  for (const query of loaded) {
    if (query.isActive()) void catchUp(client, String(query.queryKey.at(-1)));
    else client.removeQueries({ queryKey: query.queryKey });
  }
});
