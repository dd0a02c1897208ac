import { sql } from 'kysely';
import type { Context } from '../context.ts';

/**
 * What is done most in chats, each in one statement: functions of the database (0017-talk-by-key.sql) that lock the
 * conversation, ask what decides, write, and add to the streams of both.
 */

/** What became of a message that was to be sent; nothing is written unless it was added. */
export type SendOutcome =
  | { verdict: 'not_found' | 'not_the_receiver' | 'refused' }
  | { verdict: 'sent'; sent_id: string; is_sent_gone: boolean }
  | ({ verdict: 'added' } & AddedMessage);

export interface AddedMessage {
  receiver_id: string;
  seq: number;
  created_at: Date;
  /** It brings the conversation into the list of one of the two. */
  is_listed_anew: boolean;
  username: string;
  avatar: string | null;
  sender_seq: number;
  sender_unread: number;
  sender_talks: number;
  receiver_seq: number;
  receiver_unread: number;
  receiver_talks: number;
}

export interface Sent {
  id: string;
  conversationId: string;
  senderId: string;
  /** Whom the client means; only compared. */
  receiverId: string | undefined;
  content: string;
  mediaIds: string[];
  clientId: string | undefined;
  socketId: string | undefined;
}

export async function addSent(ctx: Context, sent: Sent): Promise<SendOutcome> {
  const { rows } = await sql<SendOutcome>`
    select verdict, receiver_id, seq, created_at, sent_id, is_sent_gone, is_listed_anew, username, avatar, sender_seq,
      sender_unread, sender_talks, receiver_seq, receiver_unread, receiver_talks
    from send_message(${sent.conversationId}, ${sent.senderId}, ${sent.receiverId ?? null}, ${sent.id}, ${sent.content},
      ${sent.mediaIds}::uuid[], ${sent.clientId ?? null}, ${sent.socketId ?? null})`.execute(
    ctx.db,
  );
  return rows[0] ?? { verdict: 'not_found' };
}

export type ReadOutcome =
  | { verdict: 'not_found' | 'nothing_new' }
  | {
      verdict: 'read';
      other_id: string;
      up_to: number;
      /** Null where it is what it was. */
      reader_seq: number | null;
      unread_count: number;
      unread_conversations: number;
      /** Null where the other is told nothing. */
      other_seq: number | null;
      message_ids: string[];
    };

/** Marks all up to there as read; to the end where no number is named. */
export async function moveRead(
  ctx: Context,
  userId: string,
  conversationId: string,
  upTo: number | undefined,
): Promise<ReadOutcome> {
  const { rows } = await sql<ReadOutcome>`
    select verdict, other_id, up_to, unread_count, unread_conversations, message_ids, reader_seq, other_seq
    from mark_read(${conversationId}, ${userId}, ${upTo ?? null})`.execute(ctx.db);
  return rows[0] ?? { verdict: 'not_found' };
}

export type DeliveredOutcome =
  | { verdict: 'not_found' | 'nothing_new' }
  | { verdict: 'told'; other_id: string; up_to: number; other_seq: number };

export async function moveDelivered(
  ctx: Context,
  userId: string,
  conversationId: string,
  upTo: number | undefined,
): Promise<DeliveredOutcome> {
  const { rows } = await sql<DeliveredOutcome>`
    select verdict, other_id, up_to, other_seq
    from mark_delivered(${conversationId}, ${userId}, ${upTo ?? null})`.execute(ctx.db);
  return rows[0] ?? { verdict: 'not_found' };
}
