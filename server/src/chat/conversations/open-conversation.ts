import type { Conversation } from '@roost/contract/chat';
import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { canMessage } from '../../users/contact.ts';
import { findConversationRow, findParticipants } from './conversation-list.queries.ts';
import { findConversationWith, insertConversation } from './conversation.queries.ts';
import { contactTarget, presentConversations } from './present-conversations.ts';

/** The error for a sender who may not write to the receiver. */
export const messageRefused = () =>
  new AppError('forbidden', { message: "This user doesn't accept messages from you." });

/**
 * Finds the viewer's conversation with a person. Creates an empty one if the viewer may write to that person. Throws
 * `self_action`, `not_found` or `forbidden`.
 */
export async function openConversation(ctx: MemberContext, userId: string): Promise<Conversation> {
  const { id } = ctx.viewer;
  if (userId === id) throw new AppError('self_action', { message: 'You can’t message yourself.' });
  const [own, participants] = await Promise.all([
    findConversationWith(ctx, id, userId),
    findParticipants(ctx, id, [userId]),
  ]);
  const other = participants.get(userId);
  // A conversation with history opens under every preference. A call message also counts as history.
  const hasHistory = own.has_written || own.is_listed || other?.wrote;
  if (!other || (other.is_hidden && !hasHistory))
    throw new AppError('not_found', { message: 'User not found.' });
  if (!hasHistory && !canMessage(id, contactTarget(own, other))) throw messageRefused();
  return presentConversationById(
    ctx,
    own.conversation_id ?? (await createConversation(ctx, userId)),
  );
}

async function createConversation(ctx: MemberContext, userId: string): Promise<string> {
  return transaction(ctx, async (tx) => insertConversation(tx, tx.viewer.id, userId));
}

async function presentConversationById(ctx: MemberContext, id: string): Promise<Conversation> {
  const row = await findConversationRow(ctx, ctx.viewer.id, id);
  const [view] = row ? await presentConversations(ctx, [row]) : [];
  if (!view) throw new AppError('not_found', { message: 'Conversation not found.' });
  return view;
}
