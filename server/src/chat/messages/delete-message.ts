import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { deleteFiles } from '../../media/delete-files.ts';
import { deleteMedia } from '../../media/media.queries.ts';
import { append } from '../../event-log/append.ts';
import { lockConversation } from '../conversations/conversation.queries.ts';
import { applyMessageDeletion, findMember } from '../conversations/membership.queries.ts';
import { emptyMessage, findNewest, findOwnMessage, hasMessage } from './message.queries.ts';

/**
 * Deletes a message of the viewer for both participants, with its pictures. A block does not prevent it. Throws `not_found`
 * or `forbidden`.
 */
export async function deleteMessage(
  ctx: MemberContext,
  { conversationId, messageId }: { conversationId: string; messageId: string },
): Promise<void> {
  await transaction(ctx, async (tx) => {
    const senderId = tx.viewer.id;
    const conversation = await lockConversation(tx, senderId, conversationId);
    if (!conversation) throw new AppError('not_found', { message: 'Message not found.' });
    const message = await findOwnMessage(tx, { id: messageId, conversationId, senderId });
    if (!message) throw await refusal(tx, conversationId, messageId);
    await emptyMessage(tx, conversationId, messageId);
    const deleted = { seq: message.seq, newest: await findNewest(tx, conversationId) };
    const receiverId = conversation.other_id;
    await applyMessageDeletion(tx, conversationId, { senderId, receiverId }, deleted);
    await deleteFiles(tx, await deleteMedia(tx, message.media_ids));
    const entry = { name: 'messageDeleted', item: { conversationId, messageId } } as const;
    append(tx, [
      { ...entry, userId: receiverId },
      { ...entry, userId: senderId },
    ]);
  });
}

async function refusal(tx: MemberContext, conversationId: string, id: string): Promise<AppError> {
  const member = await findMember(tx, tx.viewer.id, conversationId);
  const isThere = member && (await hasMessage(tx, conversationId, id, member.cleared_seq));
  return isThere
    ? new AppError('forbidden', { message: 'You can only delete your own messages.' })
    : new AppError('not_found', { message: 'Message not found.' });
}
