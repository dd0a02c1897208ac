import type { Conversation } from '@roost/contract/chat';
import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../../context.ts';
import { transaction } from '../../db/transaction.ts';
import { canMessage } from '../../users/contact.ts';
import { loadPeople } from '../../users/view-users.ts';
import { findConversationRow } from './conversation-list.queries.ts';
import { findConversationId, hasHistory, insertConversation } from './conversation.queries.ts';
import { viewConversations } from './view-conversations.ts';

/** The words for whoever may not write to somebody (contract §3). */
export const refused = () =>
  new AppError('forbidden', { message: "This user doesn't accept messages from you." });

/** The viewer's conversation with a person; made, empty, where there is none and the viewer may write. */
export async function openConversation(ctx: MemberContext, userId: string): Promise<Conversation> {
  const { id } = ctx.viewer;
  if (userId === id) throw new AppError('self_action', { message: "You can't message yourself." });
  const person = (await loadPeople(ctx, [userId])).get(userId);
  if (!person) throw new AppError('not_found', { message: 'User not found.' });
  const known = await findConversationId(ctx, id, userId);
  const pair = { viewerId: id, otherId: userId };
  const isOpen =
    canMessage(id, person) || (known !== undefined && (await hasHistory(ctx, known, pair)));
  if (!isOpen) throw refused();
  return viewOne(ctx, known ?? (await make(ctx, userId)));
}

async function make(ctx: MemberContext, userId: string): Promise<string> {
  return transaction(ctx, async (tx) => {
    await insertConversation(tx, tx.viewer.id, userId);
    const made = await findConversationId(tx, tx.viewer.id, userId);
    if (!made) throw new AppError('conflict');
    return made;
  });
}

async function viewOne(ctx: MemberContext, id: string): Promise<Conversation> {
  const row = await findConversationRow(ctx, ctx.viewer.id, id);
  const [view] = row ? await viewConversations(ctx, [row]) : [];
  if (!view) throw new AppError('not_found', { message: 'Conversation not found.' });
  return view;
}
