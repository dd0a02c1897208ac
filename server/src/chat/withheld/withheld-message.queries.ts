import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { narrow, one, type Row } from '../../platform/database/query.ts';

const anyMessage = {
  seq: 'int4',
  sender_id: 'uuid',
  kind: narrow<'message' | 'call'>('text'),
  is_silent: 'bool',
  media_ids: 'uuid[]',
  deleted_at: 'timestamptz?',
  is_withheld: 'bool',
} as const;
export type AnyMessage = Row<typeof anyMessage>;

/** Finds a message, deleted or not. */
export async function findAnyMessage(
  ctx: Context,
  conversationId: string,
  id: string,
): Promise<AnyMessage | undefined> {
  return one(
    ctx.db,
    anyMessage,
    sql`select seq, sender_id, kind, is_silent, media_ids, deleted_at, is_withheld from messages
      where id = ${id} and conversation_id = ${conversationId}`,
  );
}

/** Finds the two people of a conversation, and locks it. */
export async function lockPairOf(
  ctx: Context,
  conversationId: string,
): Promise<{ low_id: string; high_id: string } | undefined> {
  return one(
    ctx.db,
    { low_id: 'uuid', high_id: 'uuid' },
    sql`select low_id, high_id from conversations where id = ${conversationId} for no key update`,
  );
}

/** Withholds a message: it counts as deleted, but keeps its content. Or brings it back. */
export async function setMessageWithheld(
  ctx: Context,
  conversationId: string,
  id: string,
  isWithheld: boolean,
): Promise<void> {
  await ctx.db
    .updateTable('messages')
    .set({ is_withheld: isWithheld, deleted_at: isWithheld ? sql<Date>`now()` : null })
    .where('id', '=', id)
    .where('conversation_id', '=', conversationId)
    .execute();
}

/** Sets whether anybody but the staff can read these media. */
export async function setMediaWithheld(
  ctx: Context,
  ids: string[],
  isWithheld: boolean,
): Promise<void> {
  if (ids.length === 0) return;
  await ctx.db
    .updateTable('media')
    .set({ is_withheld: isWithheld })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

/** Corrects both memberships after a message came back: the unread count and the newest message. */
export async function applyMessageReturn(
  ctx: Context,
  conversationId: string,
  pair: { senderId: string; receiverId: string },
  { seq, is_silent }: AnyMessage,
  newest: { seq: number; at: string } | undefined,
): Promise<void> {
  const last = newest?.seq ?? null;
  await ctx.db
    .updateTable('conversation_members')
    .set({
      unread_count: sql<number>`unread_count
        + case when user_id = ${pair.receiverId} and ${seq}::int > read_seq and not ${is_silent}::boolean then 1 else 0 end`,
      last_seq: sql<number | null>`case when ${last}::int > cleared_seq then ${last}::int end`,
      last_at: sql<Date | null>`case when ${last}::int > cleared_seq then ${newest?.at ?? null}::timestamptz end`,
    })
    .where('user_id', '=', sql<string>`any(${[pair.senderId, pair.receiverId]}::uuid[])`)
    .where('conversation_id', '=', conversationId)
    .execute();
}
