import { sql } from 'kysely';
import type { CallLine } from '@roost/contract/chat';
import type { Context } from '../../context.ts';

export interface NewLine {
  id: string;
  conversationId: string;
  /** Its number in the conversation, which is locked. */
  seq: number;
  senderId: string;
  content: string;
  call: CallLine;
  /** Not unread for the receiver. */
  isSilent: boolean;
}

/** Adds a line for a call at the end of its conversation, which is locked; gives when, to the microsecond. */
export async function insertLine(ctx: Context, line: NewLine): Promise<string> {
  const { id, conversationId, seq, senderId, content, call, isSilent } = line;
  // The clock, not the transaction's beginning: it may have waited for the lock.
  const { rows } = await sql<{ at: string }>`
    with line as (
      insert into messages (id, conversation_id, seq, sender_id, content, created_at, kind, call, is_silent)
      values (${id}, ${conversationId}, ${seq}, ${senderId}, ${content}, clock_timestamp(), 'call',
        ${JSON.stringify(call)}::jsonb, ${isSilent}) returning created_at
    ) select created_at::text as at from line`.execute(ctx.db);
  await ctx.db
    .updateTable('conversations')
    .set({ last_seq: seq })
    .where('id', '=', conversationId)
    .execute();
  if (!rows[0]) throw new Error('a line that was not added');
  return rows[0].at;
}

/** An own message that is there and can be deleted. */
export async function findOwnMessage(
  ctx: Context,
  { id, conversationId, senderId }: { id: string; conversationId: string; senderId: string },
) {
  return ctx.db
    .selectFrom('messages')
    .select(['seq', 'media_ids'])
    .where('id', '=', id)
    .where('conversation_id', '=', conversationId)
    .where('sender_id', '=', senderId)
    .where('kind', '=', 'message')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Empties a message of a conversation, which is locked. */
export async function emptyMessage(ctx: Context, conversationId: string, id: string) {
  await ctx.db
    .updateTable('messages')
    .set({ content: '', has_media: false, media_ids: [], deleted_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('conversation_id', '=', conversationId)
    .execute();
}

/** The newest message of a conversation that is there. */
export async function findNewest(ctx: Context, conversationId: string) {
  return ctx.db
    .selectFrom('messages')
    .select(['seq', sql<string>`created_at::text`.as('at')])
    .where('conversation_id', '=', conversationId)
    .where('deleted_at', 'is', null)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Whether there is such a message, after what the viewer took from the own list. */
export async function hasMessage(
  ctx: Context,
  conversationId: string,
  id: string,
  after: number,
): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('messages')
    .select('id')
    .where('id', '=', id)
    .where('conversation_id', '=', conversationId)
    .where('seq', '>', after)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** A message, by the key of its conversation. */
export interface MessageRow {
  id: string;
  conversation_id: string;
  seq: number;
  kind: 'message' | 'call';
  sender_id: string;
  content: string;
  call: CallLine | null;
  media_ids: string[];
  client_id: string | null;
  created_at: Date;
}

/** As one of the two may see it. */
export interface ShownMessage extends MessageRow {
  username: string;
  avatar: string | null;
  receiver_id: string;
  is_delivered: boolean;
  is_read: boolean;
}

const columns = sql`message.id, message.conversation_id, message.seq, message.kind, message.sender_id, message.content,
  message.call, message.media_ids, message.client_id, message.created_at`;

/** Which message is meant, and in which conversation it stands. */
export interface MessageKey {
  conversationId: string;
  id: string;
}

/** Those of these that are there. */
export async function findMessages(ctx: Context, keys: MessageKey[]): Promise<MessageRow[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<MessageRow>`
    select ${columns} from messages message
    where message.conversation_id = any(${keys.map(({ conversationId }) => conversationId)}::uuid[])
      and message.id = any(${keys.map(({ id }) => id)}::uuid[]) and message.deleted_at is null`.execute(
    ctx.db,
  );
  return rows;
}

/** The page of a conversation, newest first, also of what was taken from the own list; and who the other one is. */
export async function listMessageRows(
  ctx: Context,
  userId: string,
  conversationId: string,
  page: { after: number | null; offset: number; limit: number },
): Promise<{ otherId: string; rows: MessageRow[] } | undefined> {
  const { rows } = await sql<{ other_id: string } & (MessageRow | { id: null })>`
    select case low_id when ${userId}::uuid then high_id else low_id end as other_id, ${columns}
    from conversations left join (
      select * from messages
      where conversation_id = ${conversationId} and deleted_at is null
        and (${page.after}::int is null or seq < ${page.after}::int)
      order by seq desc limit ${page.limit} offset ${page.offset}
    ) as message on message.conversation_id = conversations.id
    where conversations.id = ${conversationId} and ${userId} in (low_id, high_id)
    order by message.seq desc`.execute(ctx.db);
  const [first] = rows;
  return first && { otherId: first.other_id, rows: rows.filter((row) => row.id !== null) };
}
