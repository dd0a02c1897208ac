import { openConversation, type Conversation } from '@roost/contract/chat';
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/api.ts';
import { isNothingFound } from '../../../lib/api/nothing-found.ts';
import { chatKeys } from '../chat-keys.ts';

/** The conversation with a person. No event says whether the viewer may write, so `use-refetch-conversation.ts` refetches it. */
export function conversationQuery(userId: string) {
  return queryOptions({
    queryKey: chatKeys.conversation(userId),
    queryFn: async ({ signal }): Promise<Conversation> =>
      (await call(openConversation, { params: { userId }, signal }, { quiet: true })).data,
    staleTime: 0,
    refetchOnWindowFocus: true,
    enabled: ({ state }) => !isImpossible(state.error),
  });
}

/** Whether such a conversation cannot exist: the person does not exist, or is the viewer. It is not requested again. */
export function isImpossible(error: unknown): boolean {
  return isNothingFound(error) || (error instanceof ApiError && error.code === 'self_action');
}
