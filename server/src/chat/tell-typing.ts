import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../context.ts';
import type { Tell } from '../realtime/publish.ts';
import { canMessage } from '../users/contact.ts';
import { findConversationRow, findTalkers } from './conversations/conversation-list.queries.ts';
import { reachable } from './conversations/view-conversations.ts';

/**
 * Tells the other one in a conversation that the viewer is typing, or no longer; nothing is stored. Whoever may not
 * write is heard by nobody, and not told either: it happens to one who is blocked while typing.
 */
export async function tellTyping(
  ctx: MemberContext,
  tell: Tell,
  name: 'typing' | 'stopTyping',
  { conversationId, receiverId }: { conversationId: string; receiverId: string },
): Promise<void> {
  const { id: senderId } = ctx.viewer;
  const row = await findConversationRow(ctx, senderId, conversationId);
  if (!row) throw new AppError('not_found', { message: 'Conversation not found.' });
  if (row.other_id !== receiverId)
    throw new AppError('forbidden', { message: 'This conversation is with somebody else.' });
  const other = (await findTalkers(ctx, senderId, [receiverId])).get(receiverId);
  if (!other || !canMessage(senderId, reachable(row, other))) return;
  tell(receiverId, name, { senderId, conversationId });
}
