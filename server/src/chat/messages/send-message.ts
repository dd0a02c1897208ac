import { v7 as newId } from 'uuid';
import type { Draft, Message } from '@roost/contract/chat';
import { AppError } from '@roost/contract/errors';
import { assertEmailVerified } from '../../auth/addresses/assert-email-verified.ts';
import type { MemberContext } from '../../kernel/context.ts';
import { inOneStatement, emit, transaction } from '../../platform/database/transaction.ts';
import { changeUsage } from '../../media/quota/usage.queries.ts';
import { append, deliverAppended } from '../../event-log/append.ts';
import {
  insertMessage,
  type InsertedMessage,
  type SendOutcome,
  type NewMessage,
} from './send-message.queries.ts';
import { isEmpty } from '../conversations/conversation.queries.ts';
import { withNewAccountPoints } from '../../users/new-accounts/with-new-account-points.ts';
import { messageRefused } from '../conversations/open-conversation.ts';
import { noteFirstMessage } from './note-first-message.ts';
import type { LoadedMessage } from './load-messages.ts';
import { attachToMessage, type ShownMessage } from './message.queries.ts';
import { presentMessage, presentMessages } from './present-messages.ts';
import { conversationListsChanged } from '../chat.events.ts';

export interface MessageInput extends Draft {
  conversationId: string;
  /** The receiver that the client named. The server only compares it. */
  receiverId?: string | undefined;
  clientId?: string | undefined;
}

/**
 * Sends a message over HTTP or a socket. A repeated `clientId` in one conversation sends nothing new and returns the first
 * message.
 *
 * @param socketId The sending socket. It receives `messageSent`, and all other sockets receive `receiveMessage`.
 */
export async function sendMessage(
  ctx: MemberContext,
  input: MessageInput,
  socketId?: string,
): Promise<Message> {
  await assertEmailVerified(ctx);
  const { conversationId, receiverId, clientId } = input;
  const { content, mediaIds } = check(ctx, input);
  const senderId = ctx.viewer.id;
  const sent = { conversationId, receiverId, clientId, content, mediaIds, senderId, socketId };
  const work = async (tx: MemberContext) => send(tx, { ...sent, id: newId() });
  const points = async () => ((await isEmpty(ctx, conversationId, senderId)) ? 1 : 0);
  // One statement writes a message without pictures, so it needs no transaction around it.
  const budget = { budget: 'chats', points } as const;
  const outcome = await withNewAccountPoints(ctx, budget, async (_, isNew) => {
    const message = await (mediaIds.length === 0
      ? inOneStatement(ctx, work)
      : transaction(ctx, work));
    if (typeof message !== 'string' && message.number === 1)
      await noteFirstMessage(ctx, message, isNew);
    return message;
  });
  return typeof outcome === 'string' ? sendAgain(ctx, conversationId, outcome, socketId) : outcome;
}

/** Returns the text and the ids of the uploads. Throws `self_action` or `bad_input`. */
function check(ctx: MemberContext, { content, media, receiverId }: MessageInput) {
  if (receiverId === ctx.viewer.id)
    throw new AppError('self_action', { message: 'You can’t message yourself.' });
  const mediaIds = media.map((each) => (typeof each === 'string' ? each : each._id));
  if (content === '' && mediaIds.length === 0)
    throw new AppError('bad_input', { message: 'A message must have either content or media.' });
  if (new Set(mediaIds).size < mediaIds.length)
    throw new AppError('bad_input', { message: 'The same upload is there twice.' });
  return { content, mediaIds };
}

/** Returns the new message, or the id of an earlier message with the same `clientId`. */
async function send(tx: MemberContext, sent: NewMessage): Promise<Message | string> {
  const outcome = await insertMessage(tx, sent);
  if (outcome.verdict === 'sent') {
    if (outcome.is_sent_gone) throw new AppError('already_sent');
    return outcome.sent_id;
  }
  if (outcome.verdict !== 'added') throw refusalFor(outcome.verdict);
  const { id, senderId, mediaIds, socketId = null } = sent;
  const drafts = mediaIds.length > 0 ? await attachToMessage(tx, senderId, mediaIds, id) : [];
  if (drafts.length < mediaIds.length)
    throw new AppError('not_found', { message: 'An upload is no longer there. Add it again.' });
  // The uploads of drafts do not count as unattached.
  const unattached = drafts.filter((draft) => draft === null).length;
  await changeUsage(tx, senderId, { unattached: -unattached });
  const row = rowOf(sent, outcome);
  const { receiver_id: receiverId, is_listed_anew: isListedAnew } = outcome;
  if (isListedAnew) emit(tx, conversationListsChanged, { userIds: [senderId, receiverId] });
  const entry = {
    name: 'message',
    item: { messageId: id, conversationId: sent.conversationId },
  } as const;
  const ofReceiver: LoadedMessage = {
    row,
    unreadCount: outcome.receiver_unread,
    unreadConversations: outcome.receiver_unread_conversations,
  };
  const ofSender: LoadedMessage = {
    row,
    unreadCount: outcome.sender_unread,
    unreadConversations: outcome.sender_unread_conversations,
  };
  const { receiver_seq, sender_seq } = outcome;
  deliverAppended(tx, [
    { ...entry, userId: receiverId, seq: receiver_seq, sent_by: null, inlined: ofReceiver },
    { ...entry, userId: senderId, seq: sender_seq, sent_by: socketId, inlined: ofSender },
  ]);
  const [view] = await presentMessages(tx, [row]);
  if (!view) throw new Error('sent message not presented');
  return view;
}

function refusalFor(verdict: Exclude<SendOutcome['verdict'], 'sent' | 'added'>): AppError {
  if (verdict === 'not_found')
    return new AppError('not_found', { message: 'Conversation not found.' });
  return verdict === 'refused'
    ? messageRefused()
    : new AppError('forbidden', { message: 'This conversation is with somebody else.' });
}

/** Answers a repeated send. The first answer was lost, so the tab receives its receipt through the event log again. */
async function sendAgain(
  ctx: MemberContext,
  conversationId: string,
  messageId: string,
  socketId: string | undefined,
): Promise<Message> {
  return transaction(ctx, async (tx) => {
    const item = { messageId, conversationId, isRepeat: true } as const;
    if (socketId) append(tx, [{ userId: tx.viewer.id, name: 'message', item, sentBy: socketId }]);
    return presentMessage(tx, conversationId, messageId);
  });
}

/** Builds the row of a new message without reading it. Nobody has received or read it yet. */
function rowOf(sent: NewMessage, added: InsertedMessage): ShownMessage {
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
