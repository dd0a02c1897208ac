import { sql } from 'kysely';
import type { Context } from '../../context.ts';

/** A conversation as one of its two has it. */
export interface ListedConversation {
  id: string;
  other_id: string;
  unread_count: number;
  last_message_id: string | null;
  last_at: Date | null;
  /** `last_at` to the last digit. */
  at: string | null;
  created_at: Date;
}

const listed = sql`
  select conversations.id, member.other_id, member.unread_count, message.id as last_message_id, member.last_at,
    member.last_at::text as at, conversations.created_at
  from conversation_members member
  join conversations on conversations.id = member.conversation_id
  left join messages message on message.conversation_id = member.conversation_id
    and message.seq = member.last_seq and message.deleted_at is null`;

/** Where the list goes on: after this one, which was written in then. */
export interface ConversationPlace {
  at: string;
  id: string;
}

export async function listConversationRows(
  ctx: Context,
  userId: string,
  page: { after: ConversationPlace | null; limit: number },
): Promise<ListedConversation[]> {
  const after = page.after
    ? sql`and (member.last_at, member.conversation_id) < (${page.after.at}::timestamptz, ${page.after.id}::uuid)`
    : sql``;
  const { rows } = await sql<ListedConversation>`
    ${listed} where member.user_id = ${userId} and member.last_at is not null ${after}
    order by member.last_at desc, member.conversation_id desc
    limit ${page.limit}`.execute(ctx.db);
  return rows;
}

export async function findConversationRow(
  ctx: Context,
  userId: string,
  id: string,
): Promise<ListedConversation | undefined> {
  const { rows } = await sql<ListedConversation>`
    ${listed} where member.user_id = ${userId} and member.conversation_id = ${id}`.execute(ctx.db);
  return rows[0];
}
