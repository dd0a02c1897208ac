import type { Conversation } from '@roost/contract/chat';
import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../../context.ts';
import { transaction } from '../../db/transaction.ts';
import { canMessage } from '../../users/contact.ts';
import { findConversationRow, findTalkers } from './conversation-list.queries.ts';
import { findStance, insertConversation } from './conversation.queries.ts';
import { reachable, viewConversations } from './view-conversations.ts';

/** The words for whoever may not write to somebody (contract §3). */
export const refused = () =>
  new AppError('forbidden', { message: "This user doesn't accept messages from you." });

/** The viewer's conversation with a person; made, empty, where there is none and the viewer may write. */
export async function openConversation(ctx: MemberContext, userId: string): Promise<Conversation> {
  const { id } = ctx.viewer;
  if (userId === id) throw new AppError('self_action', { message: "You can't message yourself." });
  const [own, talkers] = await Promise.all([
    findStance(ctx, id, userId),
    findTalkers(ctx, id, [userId]),
  ]);
  const other = talkers.get(userId);
  if (!other) throw new AppError('not_found', { message: 'User not found.' });
  // Whatever the preferences, where either ever wrote to the other, or the viewer has it in their list: for a call, say.
  const hasHistory = own.has_written || own.is_listed || other.wrote;
  if (!hasHistory && !canMessage(id, reachable(own, other))) throw refused();
  return viewOne(ctx, own.conversation_id ?? (await make(ctx, userId)));
}

async function make(ctx: MemberContext, userId: string): Promise<string> {
  return transaction(ctx, async (tx) => insertConversation(tx, tx.viewer.id, userId));
}

async function viewOne(ctx: MemberContext, id: string): Promise<Conversation> {
  const row = await findConversationRow(ctx, ctx.viewer.id, id);
  const [view] = row ? await viewConversations(ctx, [row]) : [];
  if (!view) throw new AppError('not_found', { message: 'Conversation not found.' });
  return view;
}
