import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../../context.ts';
import { transaction } from '../../db/transaction.ts';
import { addJob } from '../../jobs/jobs.ts';
import { deleteMedia } from '../../media/media.queries.ts';
import { record } from '../../streams/record.ts';
import { lockConversation } from '../conversations/conversation.queries.ts';
import { findMember, moveFromMessage } from '../conversations/member.queries.ts';
import { emptyMessage, findNewest, findOwnMessage, hasMessage } from './message.queries.ts';

/** Deletes an own message for both, with its pictures; also across a block, since it is one's own. */
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
    const gone = { seq: message.seq, newest: await findNewest(tx, conversationId) };
    const receiverId = conversation.other_id;
    await moveFromMessage(tx, conversationId, { senderId, receiverId }, gone);
    const ids = await deleteMedia(tx, message.media_ids);
    if (ids.length > 0) await addJob(tx, 'deleteMediaFiles', { ids });
    const entry = { name: 'messageDeleted', item: { conversationId, messageId } } as const;
    record(tx, [
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
