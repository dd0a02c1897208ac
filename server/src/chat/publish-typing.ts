import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../kernel/context.ts';
import type { PublishEvent } from '../platform/sockets/publish.ts';
import { canMessage } from '../users/contact.ts';
import {
  findConversationRow,
  findParticipants,
} from './conversations/conversation-list.queries.ts';
import { contactTarget } from './conversations/present-conversations.ts';

/**
 * Publishes to the other participant that the viewer types or has stopped. Stores nothing. Does nothing if one of the two hides
 * typing, or if the viewer may not write, because a block can arrive while somebody types. Throws `not_found` or `forbidden` for
 * a wrong conversation.
 */
export async function publishTyping(
  ctx: MemberContext,
  publish: PublishEvent,
  name: 'typing' | 'stopTyping',
  { conversationId, receiverId }: { conversationId: string; receiverId: string },
): Promise<void> {
  const { id: senderId } = ctx.viewer;
  const row = await findConversationRow(ctx, senderId, conversationId);
  if (!row) throw new AppError('not_found', { message: 'Conversation not found.' });
  if (row.other_id !== receiverId)
    throw new AppError('forbidden', { message: 'This conversation is with somebody else.' });
  const people = await findParticipants(ctx, senderId, [receiverId]);
  const [viewer, other] = [people.get(senderId), people.get(receiverId)];
  if (!viewer?.send_typing || !other?.send_typing) return;
  if (!canMessage(senderId, contactTarget(row, other))) return;
  publish(receiverId, name, { senderId, conversationId });
}
