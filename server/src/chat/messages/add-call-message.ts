import { v7 as newId } from 'uuid';
import type { CallSummary } from '@roost/contract/chat';
import type { Context } from '../../kernel/context.ts';
import { emit } from '../../platform/database/transaction.ts';
import { append } from '../../event-log/append.ts';
import {
  findConversationId,
  insertConversation,
  lockConversation,
} from '../conversations/conversation.queries.ts';
import { applyCallMessage } from '../conversations/membership.queries.ts';
import { insertCallMessage } from './message.queries.ts';
import { conversationListsChanged } from '../chat.events.ts';

/**
 * Adds a call message to the conversation of caller and callee, and creates the conversation if necessary. The caller is
 * the sender. Nobody's preferences apply. Only a missed call counts as unread.
 */
export async function addCallMessage(
  tx: Context,
  { callerId, calleeId }: { callerId: string; calleeId: string },
  call: CallSummary,
): Promise<void> {
  const conversationId =
    (await findConversationId(tx, callerId, calleeId)) ??
    (await insertConversation(tx, callerId, calleeId));
  const conversation = await lockConversation(tx, callerId, conversationId);
  if (!conversation) throw new Error('conversation of a call not found');
  const id = newId();
  const seq = conversation.last_seq + 1;
  const isSilent = call.outcome !== 'missed';
  const message = {
    id,
    conversationId,
    seq,
    senderId: callerId,
    content: textOf(call),
    call,
    isSilent,
  };
  const createdAt = await insertCallMessage(tx, message);
  const pair = { callerId, calleeId };
  const added = { seq, createdAt, isSilent };
  const isListedAnew = await applyCallMessage(tx, conversationId, pair, added);
  const userIds = [callerId, calleeId];
  if (isListedAnew) emit(tx, conversationListsChanged, { userIds });
  const item = { messageId: id, conversationId };
  append(
    tx,
    userIds.map((userId) => ({ userId, name: 'message', item })),
  );
}

/** The text of a call message, for clients that show it like any other message. */
function textOf({ media, outcome, seconds }: CallSummary): string {
  const kind = media === 'video' ? 'video call' : 'voice call';
  if (outcome !== 'answered') return `${outcome === 'missed' ? 'Missed' : 'Declined'} ${kind}`;
  return `${media === 'video' ? 'Video' : 'Voice'} call, ${duration(seconds ?? 0)}`;
}

export function duration(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}
