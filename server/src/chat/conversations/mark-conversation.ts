import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../../context.ts';
import { transaction } from '../../db/transaction.ts';
import { record } from '../../streams/record.ts';
import { listIdsFrom } from '../messages/message.queries.ts';
import { lockConversation } from './conversation.queries.ts';
import { findMember, moveDelivered, moveRead } from './member.queries.ts';

/** How far to mark; to the end where no number is named, and never further. */
interface Mark {
  conversationId: string;
  upTo?: number | undefined;
}

const notFound = () => new AppError('not_found', { message: 'Conversation not found.' });

/** Marks what the viewer has read; the other is told, and the viewer's own tabs. */
export async function markRead(ctx: MemberContext, { conversationId, upTo }: Mark): Promise<void> {
  await transaction(ctx, async (tx) => {
    const { id: userId } = tx.viewer;
    const conversation = await lockConversation(tx, userId, conversationId);
    const before = conversation && (await findMember(tx, userId, conversationId));
    if (!before) throw notFound();
    const last = Math.min(upTo ?? conversation.last_seq, conversation.last_seq);
    if (last <= before.read_seq) return;
    const now = await moveRead(tx, userId, conversationId, last);
    if (!now) throw notFound();
    if (now.unread_count !== before.unread_count)
      record(tx, [{ userId, name: 'unread', item: { conversationId } }]);
    const read = { after: before.seen_seq, upTo: now.seen_seq };
    const messageIds = await listIdsFrom(tx, conversationId, conversation.other_id, read);
    if (messageIds.length === 0) return;
    const item = { conversationId, messageIds, readerId: userId, upTo: now.seen_seq };
    record(tx, [{ userId: conversation.other_id, name: 'messagesRead', item }]);
  });
}

/** Notes that a device of the viewer's has the messages, and tells who sent them. */
export async function markDelivered(
  ctx: MemberContext,
  { conversationId, upTo }: Mark,
): Promise<void> {
  await transaction(ctx, async (tx) => {
    const { id: userId } = tx.viewer;
    const conversation = await lockConversation(tx, userId, conversationId);
    if (!conversation) throw notFound();
    const last = Math.min(upTo ?? conversation.last_seq, conversation.last_seq);
    if (!(await moveDelivered(tx, userId, conversationId, last))) return;
    const item = { conversationId, receiverId: userId, upTo: last };
    record(tx, [{ userId: conversation.other_id, name: 'messagesDelivered', item }]);
  });
}
