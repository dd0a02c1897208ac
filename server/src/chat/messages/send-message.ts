import { v7 as newId } from 'uuid';
import type { Draft, Message } from '@roost/contract/chat';
import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../../context.ts';
import { emit, transaction } from '../../db/transaction.ts';
import { record } from '../../streams/record.ts';
import { canMessage } from '../../users/contact.ts';
import { loadPeople } from '../../users/view-users.ts';
import { lockConversation, type ConversationRow } from '../conversations/conversation.queries.ts';
import { moveToMessage } from '../conversations/member.queries.ts';
import { refused } from '../conversations/open-conversation.ts';
import { attachToMessage } from './message-media.queries.ts';
import { findSent, insertMessage } from './message.queries.ts';
import { viewMessage } from './view-messages.ts';

export interface MessageInput extends Draft {
  conversationId: string;
  /** Whom the client means; only compared. */
  receiverId?: string | undefined;
  clientId?: string | undefined;
}

/**
 * Sends a message, however it came. The same clientId again is the same message, and gets the same answer.
 *
 * @param socketId the socket it came by, which gets `messageSent` where all others get `receiveMessage`
 */
export async function sendMessage(
  ctx: MemberContext,
  input: MessageInput,
  socketId?: string,
): Promise<Message> {
  const { content, mediaIds } = check(ctx, input);
  return transaction(ctx, async (tx) => {
    const conversation = await lock(tx, input);
    const known = await sentBefore(tx, input, conversation);
    if (known) {
      const item = { messageId: known, isRepeat: true } as const;
      if (socketId) record(tx, [{ userId: tx.viewer.id, name: 'message', item, sentBy: socketId }]);
      return viewMessage(tx, known);
    }
    await assertMayWrite(tx, conversation.other_id);
    const messageId = await write(tx, input, content, mediaIds);
    const userIds = [tx.viewer.id, conversation.other_id];
    if (await moveToMessage(tx, messageId)) emit(tx, { name: 'talksChanged', userIds });
    const entry = { name: 'message', item: { messageId } } as const;
    record(tx, [
      { ...entry, userId: conversation.other_id },
      { ...entry, userId: tx.viewer.id, ...(socketId && { sentBy: socketId }) },
    ]);
    return viewMessage(tx, messageId);
  });
}

/** The text as it is stored and the uploads by id; throws where there is neither. */
function check(ctx: MemberContext, { content: raw, media, receiverId }: MessageInput) {
  if (receiverId === ctx.viewer.id)
    throw new AppError('self_action', { message: "You can't message yourself." });
  const content = raw.trim();
  const mediaIds = media.map((each) => (typeof each === 'string' ? each : each._id));
  if (content === '' && mediaIds.length === 0)
    throw new AppError('bad_input', { message: 'A message must have either content or media.' });
  if (new Set(mediaIds).size < mediaIds.length)
    throw new AppError('bad_input', { message: 'The same upload is there twice.' });
  return { content, mediaIds };
}

async function lock(
  tx: MemberContext,
  { conversationId, receiverId }: MessageInput,
): Promise<ConversationRow> {
  const conversation = await lockConversation(tx, tx.viewer.id, conversationId);
  if (!conversation) throw new AppError('not_found', { message: 'Conversation not found.' });
  if (receiverId && receiverId !== conversation.other_id)
    throw new AppError('forbidden', { message: 'This conversation is with somebody else.' });
  return conversation;
}

/** The message this clientId was sent with, if it was. */
async function sentBefore(
  tx: MemberContext,
  { clientId }: MessageInput,
  conversation: ConversationRow,
): Promise<string | undefined> {
  const known = clientId ? await findSent(tx, tx.viewer.id, clientId) : undefined;
  if (!known) return undefined;
  if (known.conversation_id !== conversation.id) throw clientIdTaken();
  if (known.deleted_at)
    throw new AppError('conflict', { message: 'This message was sent before, and deleted.' });
  return known.id;
}

const clientIdTaken = () =>
  new AppError('conflict', { message: 'This clientId was already used in another conversation.' });

async function assertMayWrite(tx: MemberContext, otherId: string): Promise<void> {
  const person = (await loadPeople(tx, [otherId])).get(otherId);
  if (!person || !canMessage(tx.viewer.id, person)) throw refused();
}

async function write(
  tx: MemberContext,
  { conversationId, clientId }: MessageInput,
  content: string,
  mediaIds: string[],
): Promise<string> {
  const id = newId();
  const hasMedia = mediaIds.length > 0;
  const message = { id, conversationId, senderId: tx.viewer.id, content, hasMedia, clientId };
  // Within one conversation the lock has settled it: another is just using the clientId elsewhere.
  if (!(await insertMessage(tx, message))) throw clientIdTaken();
  if (hasMedia && (await attachToMessage(tx, tx.viewer.id, mediaIds, id)) < mediaIds.length)
    throw new AppError('not_found', { message: 'An upload is no longer there. Add it again.' });
  return id;
}
