import { openConversation, type Conversation } from '@roost/contract/chat';
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/api.ts';
import { isNothingFound } from '../../../lib/nothing-found.ts';
import { chatKeys } from '../chat-keys.ts';

/** The conversation with a person. Whether one may write is asked anew (use-ask-anew.ts): nobody tells of it. */
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

/** There can be no such conversation, with nobody or with oneself: it is not asked for again. */
export function isImpossible(error: unknown): boolean {
  return isNothingFound(error) || (error instanceof ApiError && error.code === 'self_action');
}
