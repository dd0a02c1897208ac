import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { one, rows } from '../../platform/database/query.ts';

/** The number of unread messages in a conversation, and of all conversations with unread messages. */
export interface Unread {
  unreadCount: number;
  unreadConversations: number;
}

export const nothingUnread: Unread = { unreadCount: 0, unreadConversations: 0 };

/** Counts the conversations with unread messages. Counting stops at 1000, because no badge shows more. */
const countOf = (userId: string) => sql`(select count(*) from (
  select from conversation_members where user_id = ${userId} and unread_count > 0 limit 1000) as conversation)`;

export async function countUnread(ctx: Context, userId: string): Promise<number> {
  const found = await one(ctx.db.reads, { count: 'int8' }, sql`select ${countOf(userId)} as count`);
  return found?.count ?? 0;
}

/** Reads the unread counts of each of these conversations. */
export async function findUnread(
  ctx: Context,
  userId: string,
  conversationIds: string[],
): Promise<Map<string, Unread>> {
  const found = await rows(
    ctx.db.reads,
    { conversation_id: 'uuid', unread_count: 'int4', unread_conversations: 'int8' },
    sql`select conversation_id, unread_count, ${countOf(userId)} as unread_conversations
      from conversation_members
      where user_id = ${userId} and conversation_id = any(${conversationIds}::uuid[])`,
  );
  return new Map(
    found.map(({ conversation_id: id, unread_count, unread_conversations }) => [
      id,
      { unreadCount: unread_count, unreadConversations: unread_conversations },
    ]),
  );
}
