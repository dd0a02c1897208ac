import { v7 as newId } from 'uuid';
import type { Draft, Message } from '@roost/contract/chat';
import { AppError } from '@roost/contract/errors';
import type { MemberContext } from '../../context.ts';
import { atOnce, emit, transaction } from '../../db/transaction.ts';
import { record } from '../../streams/record.ts';
import {
  addSent,
  type AddedMessage,
  type SendOutcome,
  type Sent,
} from '../chat-functions.queries.ts';
import { refused } from '../conversations/open-conversation.ts';
import { entry, growth } from '../told-at-once.ts';
import { attachToMessage } from './message-media.queries.ts';
import type { ShownMessage } from './message.queries.ts';
import { viewMessage, viewMessageRows } from './view-messages.ts';

export interface MessageInput extends Draft {
  conversationId: string;
  /** Whom the client means; only compared. */
  receiverId?: string | undefined;
  clientId?: string | undefined;
}

/**
 * Sends a message, however it came. The same clientId again, in the same conversation, is the same message, and gets the
 * same answer.
 *
 * @param socketId the socket it came by, which gets `messageSent` where all others get `receiveMessage`
 */
export async function sendMessage(
  ctx: MemberContext,
  input: MessageInput,
  socketId?: string,
): Promise<Message> {
  const { conversationId, receiverId, clientId } = input;
  const { content, mediaIds } = check(ctx, input);
  const senderId = ctx.viewer.id;
  const sent = { conversationId, receiverId, clientId, content, mediaIds, senderId, socketId };
  const work = async (tx: MemberContext) => send(tx, { ...sent, id: newId() });
  // A message without pictures is written in one statement.
  const outcome = await (mediaIds.length === 0 ? atOnce(ctx, work) : transaction(ctx, work));
  return typeof outcome === 'string' ? sendAgain(ctx, conversationId, outcome, socketId) : outcome;
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

/** The message, or the id of the one that was sent with this clientId before. */
async function send(tx: MemberContext, sent: Sent): Promise<Message | string> {
  const outcome = await addSent(tx, sent);
  if (outcome.verdict === 'sent') {
    if (outcome.is_sent_gone) throw new AppError('already_sent');
    return outcome.sent_id;
  }
  if (outcome.verdict !== 'added') throw refusalFor(outcome.verdict);
  const { id, senderId, mediaIds, socketId = null } = sent;
  if (mediaIds.length > 0 && (await attachToMessage(tx, senderId, mediaIds, id)) < mediaIds.length)
    throw new AppError('not_found', { message: 'An upload is no longer there. Add it again.' });
  const row = rowOf(sent, outcome);
  const { receiver_id: receiverId, is_listed_anew: isListedAnew } = outcome;
  if (isListedAnew) emit(tx, { name: 'talksChanged', userIds: [senderId, receiverId] });
  const item = { messageId: id, conversationId: sent.conversationId };
  emit(
    tx,
    growth([
      [
        receiverId,
        entry('message', outcome.receiver_seq, { ...item }, null, {
          row,
          unreadCount: outcome.receiver_unread,
          unreadConversations: outcome.receiver_talks,
        }),
      ],
      [
        senderId,
        entry('message', outcome.sender_seq, { ...item }, socketId, {
          row,
          unreadCount: outcome.sender_unread,
          unreadConversations: outcome.sender_talks,
        }),
      ],
    ]),
  );
  const [view] = await viewMessageRows(tx, [row]);
  if (!view) throw new Error('a message that was sent is not shown');
  return view;
}

function refusalFor(verdict: Exclude<SendOutcome['verdict'], 'sent' | 'added'>): AppError {
  if (verdict === 'not_found')
    return new AppError('not_found', { message: 'Conversation not found.' });
  return verdict === 'refused'
    ? refused()
    : new AppError('forbidden', { message: 'This conversation is with somebody else.' });
}

/** Its sender did not hear that it was sent: the tab gets its receipt by the stream like any other. */
async function sendAgain(
  ctx: MemberContext,
  conversationId: string,
  messageId: string,
  socketId: string | undefined,
): Promise<Message> {
  return transaction(ctx, async (tx) => {
    const item = { messageId, conversationId, isRepeat: true } as const;
    if (socketId) record(tx, [{ userId: tx.viewer.id, name: 'message', item, sentBy: socketId }]);
    return viewMessage(tx, conversationId, messageId);
  });
}

/** The row that a new message is shown by: nobody has received or read it yet. */
function rowOf(sent: Sent, added: AddedMessage): ShownMessage {
  return {
    id: sent.id,
    conversation_id: sent.conversationId,
    seq: added.seq,
    kind: 'message',
    sender_id: sent.senderId,
    username: added.username,
    avatar: added.avatar,
    receiver_id: added.receiver_id,
    content: sent.content,
    call: null,
    media_ids: sent.mediaIds,
    client_id: sent.clientId ?? null,
    created_at: added.created_at,
    is_delivered: false,
    is_read: false,
  };
}
