import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../context.ts';
import type { Tell } from '../realtime/publish.ts';
import { canMessage } from '../users/contact.ts';
import { loadPeople } from '../users/view-users.ts';
import { findMember } from './conversations/member.queries.ts';

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
  const member = await findMember(ctx, senderId, conversationId);
  if (!member) throw new AppError('not_found', { message: 'Conversation not found.' });
  if (member.other_id !== receiverId)
    throw new AppError('forbidden', { message: 'This conversation is with somebody else.' });
  const person = (await loadPeople(ctx, [receiverId])).get(receiverId);
  if (!person || !canMessage(senderId, person)) return;
  tell(receiverId, name, { senderId, conversationId });
}
