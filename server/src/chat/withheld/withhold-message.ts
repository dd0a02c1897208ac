import type { Context } from '../../kernel/context.ts';
import { append } from '../../event-log/append.ts';
import { deleteFiles } from '../../media/delete-files.ts';
import { deleteMedia } from '../../media/media.queries.ts';
import { applyMessageDeletion } from '../conversations/membership.queries.ts';
import { emptyMessage, findNewest } from '../messages/message.queries.ts';
import * as queries from './withheld-message.queries.ts';

// Moderators withhold messages. Both people see what they see of a deleted message, and its content waits for its return.

/** The people of a message, and the message itself. */
interface Found {
  message: queries.AnyMessage;
  senderId: string;
  receiverId: string;
}

/** Locks the conversation and finds a message in it, deleted or not. */
async function findLocked(
  tx: Context,
  conversationId: string,
  id: string,
): Promise<Found | undefined> {
  const pair = await queries.lockPairOf(tx, conversationId);
  const message = pair && (await queries.findAnyMessage(tx, conversationId, id));
  if (!pair || !message) return undefined;
  const senderId = message.sender_id;
  return { message, senderId, receiverId: senderId === pair.low_id ? pair.high_id : pair.low_id };
}

/** Withholds a message inside the caller's transaction. Does nothing to a deleted one. */
export async function withholdMessage(
  tx: Context,
  conversationId: string,
  id: string,
): Promise<void> {
  const found = await findLocked(tx, conversationId, id);
  if (!found || found.message.deleted_at) return;
  const { message, senderId, receiverId } = found;
  await queries.setMessageWithheld(tx, conversationId, id, true);
  await queries.setMediaWithheld(tx, message.media_ids, true);
  const newest = await findNewest(tx, conversationId);
  await applyMessageDeletion(
    tx,
    conversationId,
    { senderId, receiverId },
    { seq: message.seq, isSilent: message.is_silent, newest },
  );
  const entry = { name: 'messageDeleted', item: { conversationId, messageId: id } } as const;
  append(tx, [
    { ...entry, userId: receiverId },
    { ...entry, userId: senderId },
  ]);
}

/** Brings a withheld message back. Does nothing to any other message. */
export async function releaseMessage(
  tx: Context,
  conversationId: string,
  id: string,
): Promise<void> {
  const found = await findLocked(tx, conversationId, id);
  if (!found?.message.is_withheld) return;
  const { message, senderId, receiverId } = found;
  await queries.setMessageWithheld(tx, conversationId, id, false);
  await queries.setMediaWithheld(tx, message.media_ids, false);
  const pair = { senderId, receiverId };
  const newest = await findNewest(tx, conversationId);
  await queries.applyMessageReturn(tx, conversationId, pair, message, newest);
  const entry = { name: 'message', item: { messageId: id, conversationId } } as const;
  append(tx, [
    { ...entry, userId: receiverId },
    { ...entry, userId: senderId },
  ]);
}

/** Deletes the content of a withheld message for good, with its media. Does nothing to any other message. */
export async function purgeMessage(tx: Context, conversationId: string, id: string): Promise<void> {
  const found = await findLocked(tx, conversationId, id);
  if (!found?.message.is_withheld) return;
  await emptyMessage(tx, conversationId, id);
  await deleteFiles(tx, await deleteMedia(tx, found.message.media_ids));
}
