import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { narrow, one } from '../../platform/database/query.ts';

export type ReadOutcome =
  | { verdict: 'not_found' | 'nothing_new' }
  | {
      verdict: 'read';
      other_id: string;
      up_to: number;
      unread_count: number;
      /** Both are null if the unread count did not change. */
      reader_seq: number | null;
      unread_conversations: number | null;
      /** Null if the sender gets no read receipt. */
      other_seq: number | null;
      /** Null if a block exists, or if one of the two hides read receipts. */
      message_ids: string[] | null;
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
  const outcome = await one(
    ctx.db,
    {
      verdict: narrow<ReadOutcome['verdict']>('text'),
      other_id: 'uuid?',
      up_to: 'int4?',
      unread_count: 'int4?',
      unread_conversations: 'int4?',
      message_ids: 'uuid[]?',
      reader_seq: 'int8?',
      other_seq: 'int8?',
    },
    sql`select verdict, other_id, up_to, unread_count, unread_conversations, message_ids, reader_seq, other_seq
      from mark_read(${conversationId}, ${userId}, ${upTo ?? null})`,
  );
  // The verdict tells which columns are null.
  return (outcome as ReadOutcome | undefined) ?? { verdict: 'not_found' };
}

export type DeliveredOutcome =
  | { verdict: 'not_found' | 'nothing_new' }
  | { verdict: 'delivered'; other_id: string; up_to: number; other_seq: number };

/** Marks messages as delivered up to the number `upTo`, or up to the newest, by the database function `mark_delivered`. */
export async function moveDeliveryReceipt(
  ctx: Context,
  userId: string,
  conversationId: string,
  upTo: number | undefined,
): Promise<DeliveredOutcome> {
  const outcome = await one(
    ctx.db,
    {
      verdict: narrow<DeliveredOutcome['verdict']>('text'),
      other_id: 'uuid?',
      up_to: 'int4?',
      other_seq: 'int8?',
    },
    sql`select verdict, other_id, up_to, other_seq
      from mark_delivered(${conversationId}, ${userId}, ${upTo ?? null})`,
  );
  return (outcome as DeliveredOutcome | undefined) ?? { verdict: 'not_found' };
}
