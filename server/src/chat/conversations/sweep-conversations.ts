import type { Context } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { deleteFiles } from '../../media/delete-files.ts';
import { deleteMedia } from '../../media/media.queries.ts';
import { lockConversation } from './conversation.queries.ts';
import {
  clearedByBoth,
  deleteMessagesUpTo,
  listDeletedByBoth,
  unmarkDeletedByBoth,
  type DeletedConversation,
} from './deleted-conversation.queries.ts';

/** Messages stay for this many days after both people deleted them, because a client may send one of them again. */
const RETENTION_DAYS = 7;
const CONVERSATIONS_PER_BATCH = 100;
const MESSAGES_PER_BATCH = 500;

/**
 * Deletes the messages and pictures of conversations that both people have deleted. The conversation itself stays. It
 * records who has written to whom, and continues the message numbers.
 */
export async function sweepConversations(ctx: Context): Promise<void> {
  for (;;) {
    const found = await listDeletedByBoth(ctx, RETENTION_DAYS, CONVERSATIONS_PER_BATCH);
    for (const conversation of found)
      while ((await deleteBatch(ctx, conversation)) === MESSAGES_PER_BATCH);
    if (found.length < CONVERSATIONS_PER_BATCH) return;
  }
}

async function deleteBatch(ctx: Context, conversation: DeletedConversation): Promise<number> {
  return transaction(ctx, async (tx) => {
    const { id, low_id: userId } = conversation;
    await lockConversation(tx, userId, id);
    const upTo = await clearedByBoth(tx, conversation);
    const deleted = await deleteMessagesUpTo(tx, id, upTo, MESSAGES_PER_BATCH);
    await deleteFiles(tx, await deleteMedia(tx, deleted.flat()));
    if (deleted.length < MESSAGES_PER_BATCH) await unmarkDeletedByBoth(tx, id);
    return deleted.length;
  });
}
