/**
 * The kinds of entries in a person's event log. An entry refers to things that can change or be deleted. So each delivery
 * presents it by the rules of that moment.
 */
export interface EntryItems {
  notification: { notificationId: string };
  /**
   * The person read some, or some were deleted. The delivery counts the unread ones. `acceptedBy`: somebody accepted a follow request
   * of the person.
   */
  notificationsChanged: { acceptedBy?: string };
  /** `isRepeat`: a client sent it again. Only this client gets it. */
  message: { messageId: string; conversationId: string; isRepeat?: true };
  messageDeleted: { conversationId: string; messageId: string };
  /** The unread count of a conversation changed. The delivery reads it. */
  unread: { conversationId: string };
  messagesRead: { conversationId: string; messageIds: string[]; readerId: string; upTo: number };
  messagesDelivered: { conversationId: string; receiverId: string; upTo: number };
  conversationDeleted: { conversationId: string };
}

export type NewEntry = {
  [Name in keyof EntryItems]: {
    userId: string;
    name: Name;
    item: EntryItems[Name];
    /** The socket that caused the entry. It gets only events for itself, such as a receipt. */
    sentBy?: string;
  };
}[keyof EntryItems];

/** An entry of one person's event log. */
export interface LogEntry {
  seq: number;
  name: keyof EntryItems;
  item: EntryItems[keyof EntryItems];
  sent_by: string | null;
  /** The rows that the presenter would read. The operation that appends may pass them, for delivery in the same process. */
  inlined?: unknown;
}
