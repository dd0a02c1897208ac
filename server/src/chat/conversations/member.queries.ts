import { sql } from 'kysely';
import { unblocked } from '../../blocks/block.queries.ts';
import type { Context } from '../../context.ts';

/** Where one of the two stands in a conversation. */
export async function findMember(ctx: Context, userId: string, conversationId: string) {
  return ctx.db
    .selectFrom('conversation_members')
    .select(['other_id', 'unread_count', 'read_seq', 'seen_seq', 'cleared_seq'])
    .where('user_id', '=', userId)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst();
}

/** A new message is the newest of both, and unread for the receiver unless it is silent. True when it brings the conversation into a list. */
export async function moveToMessage(ctx: Context, messageId: string): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`
    with message as (
      select messages.*, low_id, high_id from messages
      join conversations on conversations.id = messages.conversation_id where messages.id = ${messageId}
    ), unlisted as (
      select from conversation_members member, message
      where member.user_id in (low_id, high_id) and member.conversation_id = message.conversation_id
        and member.last_at is null
    )
    update conversation_members member set
      last_seq = message.seq,
      last_at = message.created_at,
      unread_count = member.unread_count + 
        case when message.is_silent or member.user_id = message.sender_id then 0 else 1 end,
      has_written = member.has_written or (member.user_id = message.sender_id and message.kind = 'message')
    from message
    where member.user_id in (low_id, high_id) and member.conversation_id = message.conversation_id
    returning exists (select from unlisted) as is_new`.execute(ctx.db);
  return rows.some((row) => row.is_new);
}

/** A message is gone: what it counted for, and where it was the newest, is put right for both. */
export async function moveFromMessage(
  ctx: Context,
  conversationId: string,
  pair: { senderId: string; receiverId: string },
  seq: number,
): Promise<void> {
  await sql`
    update conversation_members member set
      unread_count = unread_count
        - case when user_id = ${pair.receiverId} and ${seq}::int > read_seq then 1 else 0 end,
      (last_seq, last_at) = (
        select seq, created_at from messages
        where conversation_id = ${conversationId} and deleted_at is null and seq > member.cleared_seq
        order by seq desc limit 1)
    where user_id = any(${[pair.senderId, pair.receiverId]}) and conversation_id = ${conversationId}`.execute(
    ctx.db,
  );
}

/**
 * Marks all up to a message as read. What the other is told of it stays where it is while a block stands. Gives
 * where both are now.
 */
export async function moveRead(ctx: Context, userId: string, conversationId: string, upTo: number) {
  const { rows } = await sql<{ unread_count: number; seen_seq: number }>`
    update conversation_members member set
      read_seq = ${upTo}::int,
      unread_count = (
        select count(*) from messages
        where conversation_id = ${conversationId} and seq > ${upTo}::int and deleted_at is null
          and not is_silent and sender_id <> ${userId}),
      seen_seq = case when ${isOpen} then ${upTo}::int else seen_seq end,
      delivered_seq = case when ${isOpen} then greatest(delivered_seq, ${upTo}::int) else delivered_seq end
    where user_id = ${userId} and conversation_id = ${conversationId}
    returning unread_count, seen_seq`.execute(ctx.db);
  return rows[0];
}

/** Notes what has reached a device; false where nothing of the other's did, or a block stands. */
export async function moveDelivered(
  ctx: Context,
  userId: string,
  conversationId: string,
  upTo: number,
): Promise<boolean> {
  const { rows } = await sql`
    update conversation_members member set delivered_seq = ${upTo}::int
    where user_id = ${userId} and conversation_id = ${conversationId} and delivered_seq < ${upTo}::int
      and ${isOpen}
      and exists (
        select from messages
        where conversation_id = ${conversationId} and deleted_at is null and sender_id = member.other_id
          and seq > member.delivered_seq and seq <= ${upTo}::int)
    returning user_id`.execute(ctx.db);
  return rows.length > 0;
}

const isOpen = unblocked(sql.ref<string>('member.user_id'), sql.ref<string>('member.other_id'));

/** Takes the history up to here from one's own list. False where there was nothing. */
export async function clearHistory(
  ctx: Context,
  userId: string,
  conversationId: string,
  upTo: number,
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('conversation_members')
    .set({ cleared_seq: upTo, read_seq: upTo, unread_count: 0, last_seq: null, last_at: null })
    .where('user_id', '=', userId)
    .where('conversation_id', '=', conversationId)
    .where('cleared_seq', '<', upTo)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Where counting ends: no badge shows more. */
const COUNTED = 1_000;

const unreadConversations = (userId: string) => sql<number>`(
  select count(*) from (
    select from conversation_members where user_id = ${userId} and unread_count > 0 limit ${COUNTED}
  ) as counted)`;

export async function countUnread(ctx: Context, userId: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select ${unreadConversations(userId)} as sum`.execute(ctx.db);
  return rows[0]?.sum ?? 0;
}

/** What is unread in each of these conversations, with the number of all that have something unread. */
export async function findUnread(ctx: Context, userId: string, conversationIds: string[]) {
  const { rows } = await sql<{
    conversation_id: string;
    unread_count: number;
    unread_conversations: number;
  }>`
    select conversation_id, unread_count, ${unreadConversations(userId)} as unread_conversations
    from conversation_members
    where user_id = ${userId} and conversation_id = any(${conversationIds})`.execute(ctx.db);
  return rows;
}

/** Those a person talks with, the latest first, without those a block stands before. */
export async function listPartnerIds(
  ctx: Context,
  userId: string,
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ other_id: string }>`
    select other_id from conversation_members member
    where user_id = ${userId} and last_at is not null and ${isOpen}
    order by last_at desc, conversation_id desc limit ${most}`.execute(ctx.db);
  return rows.map((row) => row.other_id);
}
