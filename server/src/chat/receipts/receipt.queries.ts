import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';

export type ReadOutcome =
  | { verdict: 'not_found' | 'nothing_new' }
  | {
      verdict: 'read';
      other_id: string;
      up_to: number;
      /** Null if the unread count did not change. */
      reader_seq: number | null;
      unread_count: number;
      unread_conversations: number;
      /** Null if the sender gets no read receipt. */
      other_seq: number | null;
      message_ids: string[];
    };

/**
 * Marks messages as read up to the number `upTo`, or up to the newest. One statement, the database function `mark_read`,
 * also adds the entries to both event logs.
 */
export async function moveReadReceipt(
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

/** Marks messages as delivered up to the number `upTo`, or up to the newest, by the database function `mark_delivered`. */
export async function moveDeliveryReceipt(
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
