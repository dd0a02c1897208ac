import { v7 as newId } from 'uuid';
import type { Draft, Message } from '@roost/contract/chat';
import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../../context.ts';
import { emit, transaction } from '../../db/transaction.ts';
import { record } from '../../streams/record.ts';
import { canMessage } from '../../users/contact.ts';
import { lockConversation, type ConversationRow } from '../conversations/conversation.queries.ts';
import { refused } from '../conversations/open-conversation.ts';
import { attachToMessage } from './message-media.queries.ts';
import { addMessage, findSending, type Sending, type ShownMessage } from './message.queries.ts';
import { viewMessage, viewMessageRows } from './view-messages.ts';

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
    const { other_id: receiverId } = conversation;
    const sending = await findSending(tx, tx.viewer.id, receiverId, input.clientId);
    if (!sending) throw refused();
    const known = sentBefore(sending, conversation);
    if (known) {
      const item = { messageId: known, isRepeat: true } as const;
      if (socketId) record(tx, [{ userId: tx.viewer.id, name: 'message', item, sentBy: socketId }]);
      return viewMessage(tx, known);
    }
    const person = { user: { ...sending, id: receiverId }, relation: sending };
    if (!canMessage(tx.viewer.id, person)) throw refused();
    const message = await write(tx, { ...input, content, mediaIds, receiverId }, sending);
    const entry = { name: 'message', item: { messageId: message.id } } as const;
    record(tx, [
      { ...entry, userId: receiverId },
      { ...entry, userId: tx.viewer.id, ...(socketId && { sentBy: socketId }) },
    ]);
    const [view] = await viewMessageRows(tx, [message]);
    if (!view) throw new Error('a message that was sent is not shown');
    return view;
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
function sentBefore(sending: Sending, conversation: ConversationRow): string | null {
  if (!sending.sent_id) return null;
  if (sending.sent_in !== conversation.id) throw clientIdTaken();
  if (sending.is_sent_gone) throw new AppError('already_sent');
  return sending.sent_id;
}

const clientIdTaken = () =>
  new AppError('conflict', { message: 'This clientId was already used in another conversation.' });

/** Gives the row that the message is shown by: nobody has received or read it yet. */
async function write(
  tx: MemberContext,
  input: MessageInput & { content: string; mediaIds: string[]; receiverId: string },
  { username, avatar }: Sending,
): Promise<ShownMessage> {
  const { conversationId, receiverId, content, mediaIds, clientId } = input;
  const { id: senderId } = tx.viewer;
  const id = newId();
  const hasMedia = mediaIds.length > 0;
  const message = { id, conversationId, senderId, receiverId, content, mediaIds, clientId };
  const added = await addMessage(tx, message);
  // Within one conversation the lock has settled it: another is just using the clientId elsewhere.
  if (!added) throw clientIdTaken();
  if (hasMedia && (await attachToMessage(tx, senderId, mediaIds, id)) < mediaIds.length)
    throw new AppError('not_found', { message: 'An upload is no longer there. Add it again.' });
  if (added.is_listed_anew) emit(tx, { name: 'talksChanged', userIds: [senderId, receiverId] });
  return {
    id,
    conversation_id: conversationId,
    seq: added.seq,
    kind: 'message',
    sender_id: senderId,
    username,
    avatar,
    receiver_id: receiverId,
    content,
    call: null,
    has_media: hasMedia,
    client_id: clientId ?? null,
    created_at: added.created_at,
    is_delivered: false,
    is_read: false,
  };
}
