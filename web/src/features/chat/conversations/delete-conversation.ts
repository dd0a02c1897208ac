import { deleteConversation, type Conversation } from '@roost/contract/chat';
import { useQueryClient } from '@tanstack/react-query';
import { call, type ApiError } from '../../../lib/api/api.ts';
import { isUnanswered } from '../../../lib/api/api-error.ts';
import { isNothingFound } from '../../../lib/api/nothing-found.ts';
import { changeOptimistically } from '../../../lib/cache/optimistic-change.ts';
import { offerRetry } from '../../../ui/overlays/offer-retry.ts';
import { chatKeys } from '../chat-keys.ts';
import { removeConversation } from './conversation-cache.ts';

const quiet = (error: ApiError) => isNothingFound(error) || isUnanswered(error);

/** Removes a conversation from the list at once. If the call fails, restores it and shows a toast. */
export function useDeleteConversation(): (conversation: Conversation) => void {
  const client = useQueryClient();
  return ({ _id: conversationId }) => {
    const refresh = () => {
      void client.invalidateQueries({ queryKey: chatKeys.unreadConversations });
      // If the viewer opens the conversation again, its old messages must not appear.
      void client.invalidateQueries({ queryKey: chatKeys.messages(conversationId) });
    };
    void changeOptimistically({
      show: () => removeConversation(client, conversationId),
      send: async () => call(deleteConversation, { params: { conversationId } }, { quiet }),
      // It was already deleted, for example in another tab.
      isAlreadyMade: (error) => isNothingFound(error as ApiError),
      failed: offerRetry,
    }).finally(refresh);
  };
}
