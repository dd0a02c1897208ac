import type { Message } from '@roost/contract/chat';
import type { MemberContext } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { noteText } from '../../users/repeated-texts/note-text.ts';
import { isFollower } from './first-message.queries.ts';

/**
 * Notes the text of the first message to a stranger, after it was sent. Somebody who follows the sender has chosen them, and whoever
 * answers is no stranger any more. A failure does not make the message look unsent.
 */
export async function noteFirstMessage(
  ctx: MemberContext,
  { _id: id, conversationId, content }: Message,
  isNew: boolean,
): Promise<void> {
  try {
    const subject = { type: 'message', id } as const;
    const written = { content, placeId: conversationId, subject, isNew };
    if (await isFollower(ctx, ctx.viewer.id, conversationId)) return;
    await transaction(ctx, async (tx) => noteText(tx, written));
  } catch (error) {
    ctx.log.error({ err: error }, 'first message not compared with others');
  }
}
