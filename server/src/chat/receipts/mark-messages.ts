import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../../kernel/context.ts';
import { inOneStatement } from '../../platform/database/transaction.ts';
import { moveDeliveryReceipt, moveReadReceipt } from './receipt.queries.ts';
import { deliverAppended } from '../../event-log/append.ts';
import type { Unread } from '../conversations/unread.queries.ts';

/** Covers all messages if `upTo` is absent or too large. */
interface ReceiptRange {
  conversationId: string;
  upTo?: number | undefined;
}

const notFound = () => new AppError('not_found', { message: 'Conversation not found.' });

/**
 * Marks messages as read. The sender gets an event unless a block exists or one of the two hides read receipts. The viewer's
 * tabs get one if the unread count changes.
 */
export async function markRead(
  ctx: MemberContext,
  { conversationId, upTo }: ReceiptRange,
): Promise<void> {
  await inOneStatement(ctx, async (tx) => {
    const { id: readerId } = tx.viewer;
    const outcome = await moveReadReceipt(tx, readerId, conversationId, upTo);
    if (outcome.verdict === 'not_found') throw notFound();
    if (outcome.verdict !== 'read') return;
    const { other_id, other_seq, reader_seq, message_ids: messageIds } = outcome;
    const { unread_count: unreadCount, unread_conversations: unreadConversations } = outcome;
    const sent_by = null;
    deliverAppended(tx, [
      ...(reader_seq === null || unreadConversations === null
        ? []
        : [
            {
              userId: readerId,
              seq: reader_seq,
              name: 'unread' as const,
              item: { conversationId },
              sent_by,
              inlined: { unreadCount, unreadConversations } satisfies Unread,
            },
          ]),
      ...(other_seq === null || messageIds === null
        ? []
        : [
            {
              userId: other_id,
              seq: other_seq,
              name: 'messagesRead' as const,
              item: { conversationId, messageIds, readerId, upTo: outcome.up_to },
              sent_by,
            },
          ]),
    ]);
  });
}

/** Records that messages have reached a device of the viewer. An event reports it to the sender. */
export async function markDelivered(
  ctx: MemberContext,
  { conversationId, upTo }: ReceiptRange,
): Promise<void> {
  await inOneStatement(ctx, async (tx) => {
    const { id: receiverId } = tx.viewer;
    const outcome = await moveDeliveryReceipt(tx, receiverId, conversationId, upTo);
    if (outcome.verdict === 'not_found') throw notFound();
    if (outcome.verdict !== 'delivered') return;
    const item = { conversationId, receiverId, upTo: outcome.up_to };
    deliverAppended(tx, [
      {
        userId: outcome.other_id,
        seq: outcome.other_seq,
        name: 'messagesDelivered',
        item,
        sent_by: null,
      },
    ]);
  });
}
