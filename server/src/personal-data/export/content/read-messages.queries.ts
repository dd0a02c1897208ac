import { sql } from 'kysely';
import type { Context } from '../../../kernel/context.ts';
import { one, rows } from '../../../platform/database/query.ts';

/** Reads the other person of a conversation, and how much of its history this person deleted. */
export async function readChat(ctx: Context, userId: string, conversationId: string) {
  return one(
    ctx.db.reads,
    { other_id: 'uuid', cleared_seq: 'int4' },
    sql`select other_id, cleared_seq from conversation_members
      where user_id = ${userId} and conversation_id = ${conversationId}`,
  );
}

/** Lists the messages of a conversation that are not deleted, oldest first. */
export async function listChatMessages(
  ctx: Context,
  conversationId: string,
  after: number,
  limit: number,
) {
  return rows(
    ctx.db.reads,
    {
      seq: 'int4',
      sender_id: 'uuid',
      content: 'text',
      media_ids: 'uuid[]',
      created_at: 'timestamptz',
    },
    sql`select seq, sender_id, content, media_ids, created_at from messages
      where conversation_id = ${conversationId} and seq > ${after} and deleted_at is null
      order by seq limit ${limit}::int`,
  );
}
