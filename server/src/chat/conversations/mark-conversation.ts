import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../../context.ts';
import { atOnce, emit } from '../../db/transaction.ts';
import { moveDelivered, moveRead } from '../chat-functions.queries.ts';
import { entry, growth } from '../told-at-once.ts';

/** How far to mark; to the end where no number is named, and never further. */
interface Mark {
  conversationId: string;
  upTo?: number | undefined;
}

const notFound = () => new AppError('not_found', { message: 'Conversation not found.' });

/** Marks what the viewer has read; the other is told, and the viewer's own tabs. */
export async function markRead(ctx: MemberContext, { conversationId, upTo }: Mark): Promise<void> {
  await atOnce(ctx, async (tx) => {
    const { id: readerId } = tx.viewer;
    const outcome = await moveRead(tx, readerId, conversationId, upTo);
    if (outcome.verdict === 'not_found') throw notFound();
    if (outcome.verdict !== 'read') return;
    const { other_id, other_seq, reader_seq, message_ids: messageIds } = outcome;
    const item = { conversationId, messageIds, readerId, upTo: outcome.up_to };
    emit(
      tx,
      growth([
        reader_seq !== null && [
          readerId,
          entry('unread', reader_seq, { conversationId }, null, {
            unreadCount: outcome.unread_count,
            unreadConversations: outcome.unread_conversations,
          }),
        ],
        other_seq !== null && [other_id, entry('messagesRead', other_seq, item)],
      ]),
    );
  });
}

/** Notes that a device of the viewer's has the messages, and tells who sent them. */
export async function markDelivered(
  ctx: MemberContext,
  { conversationId, upTo }: Mark,
): Promise<void> {
  await atOnce(ctx, async (tx) => {
    const { id: receiverId } = tx.viewer;
    const outcome = await moveDelivered(tx, receiverId, conversationId, upTo);
    if (outcome.verdict === 'not_found') throw notFound();
    if (outcome.verdict !== 'told') return;
    const item = { conversationId, receiverId, upTo: outcome.up_to };
    emit(tx, growth([[outcome.other_id, entry('messagesDelivered', outcome.other_seq, item)]]));
  });
}
