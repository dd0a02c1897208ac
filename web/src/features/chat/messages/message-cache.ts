import type { Message } from '@roost/contract/chat';
import type { QueryClient } from '@tanstack/react-query';
import { personalSet } from '../../../lib/logout.ts';
import { writeCache, type Undo } from '../../../lib/cache/write-cache.ts';
import { chatKeys } from '../chat-keys.ts';
import { withReceipt, withMessage, withoutMessage, type MessagePages } from './message-pages.ts';

type Change = (pages: MessagePages) => MessagePages;

/** Changes the loaded messages of a conversation. The change also applies to the result of a running fetch. */
export function writeMessages(client: QueryClient, conversationId: string, change: Change): void {
  writeCache(client, chatKeys.messages(conversationId), (data) => change(data as MessagePages));
}

/** The ids of deleted messages. A late answer or event must not bring them back. */
const deletedIds = personalSet<string>();

export const isDeleted = ({ _id }: Message): boolean => deletedIds.has(_id);

/** Inserts a message into its thread, if the thread is loaded. */
export function showMessage(client: QueryClient, message: Message): void {
  if (isDeleted(message)) return;
  writeMessages(client, message.conversationId, (pages) => withMessage(pages, message));
}

export function hideMessage(client: QueryClient, conversationId: string, messageId: string): void {
  deletedIds.add(messageId);
  writeMessages(client, conversationId, (pages) => withoutMessage(pages, messageId));
}

/** Hides a message and returns a function that shows it again. */
export function hideWithUndo(client: QueryClient, message: Message): Undo {
  hideMessage(client, message.conversationId, message._id);
  return () => {
    deletedIds.delete(message._id);
    showMessage(client, message);
  };
}

export function applyReceipt(
  client: QueryClient,
  conversationId: string,
  receipt: Parameters<typeof withReceipt>[1],
): void {
  writeMessages(client, conversationId, (pages) => withReceipt(pages, receipt));
}
