import type { ShownMessage } from './messages/message.queries.ts';

// What entries of the event log carry along for delivery in the same process, so that presenters read nothing.

/** With the entries `unread`. */
export interface Unread {
  unreadCount: number;
  unreadConversations: number;
}

/** With the entries `message`. */
export interface InlinedMessage extends Unread {
  row: ShownMessage;
}
