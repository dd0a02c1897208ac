import { v7 as newId } from 'uuid';
import type { CallLine } from '@roost/contract/chat';
import type { Context } from '../../context.ts';
import { emit } from '../../db/transaction.ts';
import { record } from '../../streams/record.ts';
import {
  findConversationId,
  insertConversation,
  lockConversation,
} from '../conversations/conversation.queries.ts';
import { moveToLine } from '../conversations/member.queries.ts';
import { insertLine } from './message.queries.ts';

/**
 * Notes a call in the conversation of its two, which is made if there is none: as if the caller had sent it, whoever
 * may write to whom by now. Only what was missed is unread.
 */
export async function addCallLine(
  tx: Context,
  { callerId, calleeId }: { callerId: string; calleeId: string },
  call: CallLine,
): Promise<void> {
  const conversationId =
    (await findConversationId(tx, callerId, calleeId)) ??
    (await insertConversation(tx, callerId, calleeId));
  const conversation = await lockConversation(tx, callerId, conversationId);
  if (!conversation) throw new Error('a call without a conversation');
  const id = newId();
  const seq = conversation.last_seq + 1;
  const isSilent = call.outcome !== 'missed';
  const line = {
    id,
    conversationId,
    seq,
    senderId: callerId,
    content: wordsFor(call),
    call,
    isSilent,
  };
  const createdAt = await insertLine(tx, line);
  const pair = { callerId, calleeId };
  const isListedAnew = await moveToLine(tx, conversationId, pair, { seq, createdAt, isSilent });
  const userIds = [callerId, calleeId];
  if (isListedAnew) emit(tx, { name: 'talksChanged', userIds });
  const item = { messageId: id, conversationId };
  record(
    tx,
    userIds.map((userId) => ({ userId, name: 'message', item })),
  );
}

/** For clients that draw a line as any other message. */
function wordsFor({ media, outcome, seconds }: CallLine): string {
  const kind = media === 'video' ? 'video call' : 'voice call';
  if (outcome !== 'answered') return `${outcome === 'missed' ? 'Missed' : 'Declined'} ${kind}`;
  return `${media === 'video' ? 'Video' : 'Voice'} call, ${duration(seconds ?? 0)}`;
}

export function duration(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}
