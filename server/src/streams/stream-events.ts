/**
 * What a person's stream can hold (contract §8, stored events): references where what is referred to can change or
 * go, so that it is judged anew whenever it is sent.
 */
export interface StreamEvents {
  notification: { notificationId: string };
  /** Some were read or went; what is left is counted when it is sent. */
  notificationsChanged: Record<string, never>;
  /** `isRepeat`: sent again by one who did not know that it was; only they are told. */
  message: { messageId: string; conversationId: string; isRepeat?: true };
  messageDeleted: { conversationId: string; messageId: string };
  /** What is unread in a conversation changed; it is read when this is sent. */
  unread: { conversationId: string };
  messagesRead: { conversationId: string; messageIds: string[]; readerId: string; upTo: number };
  messagesDelivered: { conversationId: string; receiverId: string; upTo: number };
  conversationDeleted: { conversationId: string };
}

export type StreamEntry = {
  [Name in keyof StreamEvents]: {
    userId: string;
    name: Name;
    item: StreamEvents[Name];
    /** The socket that caused it: it gets only what is meant for it alone, such as a receipt. */
    sentBy?: string;
  };
}[keyof StreamEvents];
