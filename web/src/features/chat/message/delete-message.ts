import type { Message } from '@roost/contract/chat';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError, wordsOf } from '../../../lib/api-error.ts';
import { ask } from '../../../lib/socket.ts';
import { toast } from '../../../ui/toasts.ts';
import { hideForNow } from '../history/message-cache.ts';

/** Deletes an own message for both: gone at once, and there again should the server not have it so. */
export function deleteMessage(client: QueryClient, message: Message): void {
  const { _id: messageId, conversationId } = message;
  const undo = hideForNow(client, message);
  ask('deleteMessage', { messageId, conversationId }).catch((error: unknown) => {
    // Another tab was first.
    if (error instanceof ApiError && error.status === 404) return;
    undo();
    toast.error(wordsOf(error, 'The message could not be deleted.'));
  });
}
