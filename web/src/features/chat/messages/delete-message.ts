import * as words from '#words/chat';
import type { Message } from '@roost/contract/chat';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError, isUnanswered, messageOf } from '../../../lib/api/api-error.ts';
import { changeOptimistically } from '../../../lib/cache/optimistic-change.ts';
import { ask } from '../../../lib/socket/socket.ts';
import { offerRetry } from '../../../ui/overlays/offer-retry.ts';
import { toast } from '../../../ui/overlays/toasts.ts';
import { hideWithUndo } from './message-cache.ts';

/** Deletes the viewer's own message for both people. Hides it at once, and shows it again if the server refuses. */
export function deleteMessage(client: QueryClient, message: Message): void {
  const { _id: messageId, conversationId } = message;
  void changeOptimistically({
    show: () => hideWithUndo(client, message),
    send: async () => ask('deleteMessage', { messageId, conversationId }),
    isAlreadyMade: (error) => error instanceof ApiError && error.status === 404,
    failed(error, again) {
      if (isUnanswered(error)) offerRetry(error, again);
      else toast.error(messageOf(error, words.theMessageCouldNotBeDeleted));
    },
  });
}
