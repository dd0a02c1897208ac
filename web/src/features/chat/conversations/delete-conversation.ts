import { deleteConversation, type Conversation } from '@roost/contract/chat';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { isNothingFound } from '../../../lib/nothing-found.ts';
import { chatKeys } from '../chat-keys.ts';
import { removeConversation } from './conversation-cache.ts';

/** Takes a conversation from the list at once; should the call fail, it is back and the failure told by a toast. */
export function useDeleteConversation(): (conversation: Conversation) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    async mutationFn({ _id: conversationId }: Conversation) {
      try {
        await call(deleteConversation, { params: { conversationId } }, { quiet: isNothingFound });
      } catch (error) {
        // What is gone already is as good as deleted.
        if (!isNothingFound(error)) throw error;
      }
    },
    onMutate: ({ _id }) => ({ undo: removeConversation(client, _id) }),
    onError: (_error, _conversation, context) => context?.undo(),
    onSettled: (_answer, _error, { _id }) => {
      void client.invalidateQueries({ queryKey: chatKeys.unreadConversations });
      // Whoever comes back to it finds its history gone.
      void client.invalidateQueries({ queryKey: chatKeys.messages(_id) });
    },
  });
  return mutate;
}
