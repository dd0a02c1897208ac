import type { Message } from '@roost/contract/chat';
import type { QueryClient } from '@tanstack/react-query';
import { LOGOUT_EVENT } from '../../../lib/logout.ts';
import { writeCache, type Undo } from '../../users/cache-writes.ts';
import { chatKeys } from '../chat-keys.ts';
import { withMark, withMessage, withoutMessage, type MessagePages } from './message-pages.ts';

type Change = (pages: MessagePages) => MessagePages;

/** What is being fetched meanwhile is changed, too, when it arrives. */
export function writeMessages(client: QueryClient, conversationId: string, change: Change): void {
  writeCache(client, chatKeys.messages(conversationId), (data) => change(data as MessagePages));
}

/** What is known to be deleted: told of it late, an answer or an event must not bring it back. */
const gone = new Set<string>();
if (typeof window !== 'undefined') addEventListener(LOGOUT_EVENT, () => gone.clear());

export const isGone = ({ _id }: Message): boolean => gone.has(_id);

/** Puts a message where it belongs, in the threads that are loaded. */
export function showMessage(client: QueryClient, message: Message): void {
  if (isGone(message)) return;
  writeMessages(client, message.conversationId, (pages) => withMessage(pages, message));
}

export function hideMessage(client: QueryClient, conversationId: string, messageId: string): void {
  gone.add(messageId);
  writeMessages(client, conversationId, (pages) => withoutMessage(pages, messageId));
}

/** The same with its undo. */
export function hideForNow(client: QueryClient, message: Message): Undo {
  hideMessage(client, message.conversationId, message._id);
  return () => {
    gone.delete(message._id);
    showMessage(client, message);
  };
}

export function showMark(
  client: QueryClient,
  conversationId: string,
  mark: Parameters<typeof withMark>[1],
): void {
  writeMessages(client, conversationId, (pages) => withMark(pages, mark));
}
