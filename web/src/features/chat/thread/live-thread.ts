import type { Conversation, Message } from '@roost/contract/chat';
import type { QueryClient } from '@tanstack/react-query';
import { fetchAnew } from '../../../lib/cache/fetch-anew.ts';
import { onLive, onMissed } from '../../../lib/socket/live.ts';
import { storedUserId } from '../../auth/session.ts';
import { chatKeys } from '../chat-keys.ts';
import { catchUp } from '../messages/catch-up.ts';
import { hideMessage, applyReceipt, showMessage } from '../messages/message-cache.ts';
import { removeSent } from '../../compose/outbox/outbox.ts';
import { sendDeliveryReceipts } from '../message-list/send-delivery-receipts.ts';
import { hideTyping, showTyping } from '../composer/typing.ts';

onLive('receiveMessage', (client, { message, conversationId }) => {
  applySent(client, message);
  const { _id: senderId } = message.senderId;
  if (senderId === storedUserId()) return;
  hideTyping(conversationId);
  sendDeliveryReceipts([message]);
  // A person who has received a message may always answer, so the permission may have changed.
  const opened = client.getQueryState<Conversation>(chatKeys.conversation(senderId));
  if (opened && !opened.data?.canMessage)
    void client.invalidateQueries({ queryKey: chatKeys.conversation(senderId) });
});

onLive('messageSent', applySent);

/** Shows a message and removes it from the outbox. For the viewer's own message, this event may precede or replace the answer. */
function applySent(client: QueryClient, message: Message): void {
  showMessage(client, message);
  if (message.clientId) void removeSent(message.clientId);
}

onLive('messageDeleted', (client, { conversationId, messageId }) =>
  hideMessage(client, conversationId, messageId),
);

onLive('messagesDelivered', (client, { conversationId, upTo }) =>
  applyReceipt(client, conversationId, { senderId: storedUserId() ?? '', upTo, as: 'delivered' }),
);

onLive('messagesRead', (client, { conversationId, upTo, readerId }) =>
  applyReceipt(client, conversationId, {
    senderId: storedUserId() ?? '',
    upTo,
    as: 'read',
    readerId,
  }),
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
