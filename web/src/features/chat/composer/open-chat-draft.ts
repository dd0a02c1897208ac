import * as words from '#words/chat';
import { listConversations, type Conversation } from '@roost/contract/chat';
import type { OwnUser } from '@roost/contract/users';
import { call } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/cache/query-client.ts';
import { sessionNumber } from '../../../lib/logout.ts';
import { meKey } from '../../auth/session.ts';
import { registerDraftOpener } from '../../compose/kept-drafts/draft-openers.ts';
import { conversationsQuery } from '../conversations/conversations.query.ts';
import { otherOf } from '../conversations/other-participant.ts';
import { openChat } from '../window/open-chat.ts';

registerDraftOpener('chat', async ({ conversationId }) => {
  const viewer = queryClient.getQueryData<OwnUser | null>(meKey);
  const conversation = await findConversation(conversationId);
  const person = viewer && conversation && otherOf(conversation, viewer._id);
  if (!person) throw new Error(words.chatOfDraftNotFound);
  openChat(person._id);
});

/** Looks in the loaded conversations first, and then in all others. */
async function findConversation(conversationId: string | null): Promise<Conversation | undefined> {
  const session = sessionNumber();
  const isWanted = ({ _id }: Conversation) => _id === conversationId;
  const list = await queryClient.ensureInfiniteQueryData(conversationsQuery);
  const known = list.pages.flatMap(({ data }) => data).find(isWanted);
  if (known) return known;
  let cursor = list.pages.at(-1)?.pagination.nextCursor;
  while (cursor && session === sessionNumber()) {
    const page = await call(listConversations, { query: { cursor } }, { quiet: true });
    const found = page.data.find(isWanted);
    if (found && session === sessionNumber()) return found;
    cursor = page.pagination.nextCursor;
  }
  return undefined;
}
