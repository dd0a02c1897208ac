import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../../context.ts';
import { emit, transaction } from '../../db/transaction.ts';
import { record } from '../../streams/record.ts';
import { lockConversation } from './conversation.queries.ts';
import { clearHistory } from './member.queries.ts';

/**
 * Takes a conversation and its history from the viewer's own list; the other keeps theirs. A new message brings it
 * back, with only what is new.
 */
export async function deleteConversation(
  ctx: MemberContext,
  conversationId: string,
): Promise<void> {
  await transaction(ctx, async (tx) => {
    const { id: userId } = tx.viewer;
    const conversation = await lockConversation(tx, userId, conversationId);
    if (!conversation) throw new AppError('not_found', { message: 'Conversation not found.' });
    if (!(await clearHistory(tx, userId, conversationId, conversation.last_seq))) return;
    record(tx, [{ userId, name: 'conversationDeleted', item: { conversationId } }]);
    emit(tx, { name: 'talksChanged', userIds: [userId] });
  });
}
