import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../../kernel/context.ts';
import { emit, transaction } from '../../platform/database/transaction.ts';
import { append } from '../../event-log/append.ts';
import { lockConversation } from './conversation.queries.ts';
import { markDeletedByBoth } from './deleted-conversation.queries.ts';
import { clearHistory, findMember } from './membership.queries.ts';
import { conversationListsChanged } from '../chat.events.ts';

/**
 * Removes a conversation and its history from the viewer's list. The other participant keeps both. A new message brings
 * the conversation back without the old history. Throws `not_found`.
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
    const other = await findMember(tx, conversation.other_id, conversationId);
    if (other?.cleared_seq === conversation.last_seq) await markDeletedByBoth(tx, conversationId);
    append(tx, [{ userId, name: 'conversationDeleted', item: { conversationId } }]);
    emit(tx, conversationListsChanged, { userIds: [userId] });
  });
}
