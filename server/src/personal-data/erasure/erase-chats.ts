import type { MemberContext } from '../../kernel/context.ts';
import { deleteConversation } from '../../chat/conversations/delete-conversation.ts';
import { lockConversation } from '../../chat/conversations/conversation.queries.ts';
import { deleteFiles } from '../../media/delete-files.ts';
import { deleteMedia } from '../../media/media.queries.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { deleteCallsOf, emptyMessages, listChats, recountMember } from './erase-chats.queries.ts';

const CHATS_PER_BATCH = 100;
const MESSAGES_PER_BATCH = 200;

/**
 * Empties all messages of the person, and deletes their pictures. The other people keep their own messages. A conversation
 * without other messages leaves their list.
 */
export async function eraseChats(ctx: MemberContext): Promise<void> {
  for (let after: string | null = null; ;) {
    const chats: string[] = await listChats(ctx, ctx.viewer.id, after, CHATS_PER_BATCH);
    for (const id of chats) {
      while ((await eraseMessages(ctx, id)) === MESSAGES_PER_BATCH);
      await deleteConversation(ctx, id);
    }
    if (chats.length < CHATS_PER_BATCH) return;
    after = chats.at(-1) ?? null;
  }
}

async function eraseMessages(ctx: MemberContext, conversationId: string): Promise<number> {
  const { id: userId } = ctx.viewer;
  return transaction(ctx, async (tx) => {
    const conversation = await lockConversation(tx, userId, conversationId);
    if (!conversation) return 0;
    const emptied = await emptyMessages(tx, userId, conversationId, MESSAGES_PER_BATCH);
    for (const member of [userId, conversation.other_id].toSorted())
      await recountMember(tx, member, conversationId);
    await deleteFiles(tx, await deleteMedia(tx, emptied.flat()));
    return emptied.length;
  });
}

/** Ended calls stay for a day only. So at the erasure, which comes later, there are rarely any. */
export async function eraseCalls(ctx: MemberContext): Promise<void> {
  await deleteCallsOf(ctx, ctx.viewer.id);
}
