import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { rows } from '../../platform/database/query.ts';

/** Counting stops at this number of conversations, because no badge shows more. */
const MAX_COUNTED_CONVERSATIONS = 1_000;

/** Counts the conversations with unread messages for each of these people. People who have none get 0. */
export async function countUnreadOf(ctx: Context, userIds: string[]): Promise<Map<string, number>> {
  const these = sql`any(${userIds}::uuid[])`;
  const found = await rows(
    ctx.db.reads,
    { id: 'uuid', count: 'int8' },
    sql`select users.id, counted.count from users cross join lateral (
        select count(*) as count from (
          select from conversation_members where user_id = users.id and user_id = ${these} and unread_count > 0
          limit ${MAX_COUNTED_CONVERSATIONS}) as conversation
      ) as counted where users.id = ${these}`,
  );
  return new Map(found.map(({ id, count }) => [id, count]));
}

export async function countUnread(ctx: Context, userId: string): Promise<number> {
  return (await countUnreadOf(ctx, [userId])).get(userId) ?? 0;
}

/** Reads the unread count of each conversation, with the number of all conversations that have unread messages. */
export async function findUnread(ctx: Context, userId: string, conversationIds: string[]) {
  return rows(
    ctx.db.reads,
    { conversation_id: 'uuid', unread_count: 'int4', unread_conversations: 'int8' },
    sql`select conversation_id, unread_count, (
          select count(*) from (
            select from conversation_members where user_id = ${userId} and unread_count > 0
            limit ${MAX_COUNTED_CONVERSATIONS}) as conversation
        ) as unread_conversations
      from conversation_members
      where user_id = ${userId} and conversation_id = any(${conversationIds}::uuid[])`,
  );
}
