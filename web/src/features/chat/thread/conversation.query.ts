import { openConversation, type Conversation } from '@roost/contract/chat';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { chatKeys } from '../chat-keys.ts';

/** The conversation with a person. Whether one may write is asked anew at each opening: nobody tells of it. */
export function conversationQuery(userId: string) {
  return queryOptions({
    queryKey: chatKeys.conversation(userId),
    queryFn: async ({ signal }): Promise<Conversation> =>
      (await call(openConversation, { params: { userId }, signal }, { quiet: true })).data,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}
