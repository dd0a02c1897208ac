import type { Conversation, Message } from '@roost/contract/chat';

const person = (name: string) => ({
  _id: name,
  username: name,
  fullName: name,
  avatar: null,
  premium: { isActive: false },
});

const minute = (n: number) => new Date(Date.UTC(2026, 2, 4, 12, n)).toISOString();

/** For tests: a message from Ann in the conversation 'c1'. Its number is also its minute. */
export function sampleMessage(about: Partial<Message> = {}): Message {
  const number = about.number ?? 1;
  const conversationId = about.conversationId ?? 'c1';
  return {
    _id: `${conversationId}-${number}`,
    conversationId,
    number,
    kind: 'message',
    senderId: { _id: 'ann', username: 'ann', avatar: null },
    content: 'Hello',
    media: [],
    readBy: [],
    isRead: false,
    deliveryStatus: 'sent',
    createdAt: minute(number),
    ...about,
  };
}

/** For tests: the conversation of the viewer, 'me', with Ann, who wrote the only message. */
export function sampleConversation(about: Partial<Conversation> = {}): Conversation {
  const lastMessage =
    about.lastMessage === undefined
      ? sampleMessage({ conversationId: about._id ?? 'c1' })
      : about.lastMessage;
  return {
    _id: 'c1',
    participants: [person('me'), person('ann')],
    lastMessage,
    updatedAt: lastMessage?.createdAt ?? minute(0),
    createdAt: minute(0),
    currentUserUnreadCount: 0,
    canMessage: true,
    canCall: true,
    ...about,
  };
}
