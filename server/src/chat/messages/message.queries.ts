import { sql } from 'kysely';
import type { CallLine } from '@roost/contract/chat';
import type { Context } from '../../context.ts';

export interface NewMessage {
  id: string;
  conversationId: string;
  senderId: string;
  content: string;
  hasMedia: boolean;
  clientId?: string | undefined;
  /** Of a line for a call. */
  call?: CallLine;
  /** Not unread for the receiver. */
  isSilent?: boolean;
}

/** Adds a message at the end of its conversation, which is locked; false where its clientId is taken. */
export async function insertMessage(ctx: Context, message: NewMessage): Promise<boolean> {
  const { id, conversationId, senderId, content, hasMedia, clientId, call, isSilent } = message;
  const kind = call ? 'call' : 'message';
  // The clock, not the transaction's beginning: it may have waited for the lock.
  const { rows } = await sql`
    with numbered as (
      update conversations set last_seq = last_seq + 1 where id = ${conversationId} returning last_seq
    )
    insert into messages (id, conversation_id, seq, sender_id, content, has_media, client_id, created_at, kind, call,
      is_silent)
    select ${id}, ${conversationId}, last_seq, ${senderId}, ${content}, ${hasMedia}::boolean, ${clientId ?? null},
      clock_timestamp(), ${kind}, ${call ? JSON.stringify(call) : null}::jsonb, ${isSilent ?? false}::boolean
    from numbered
    on conflict on constraint messages_once do nothing
    returning seq`.execute(ctx.db);
  return rows.length > 0;
}

/** What was sent under a clientId, even if it is deleted by now. */
export async function findSent(ctx: Context, senderId: string, clientId: string) {
  return ctx.db
    .selectFrom('messages')
    .select(['id', 'conversation_id', 'deleted_at'])
    .where('sender_id', '=', senderId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
}

/** Empties an own message; its number, or undefined where it is not there or not theirs to delete. */
export async function emptyMessage(
  ctx: Context,
  { id, conversationId, senderId }: Pick<NewMessage, 'id' | 'conversationId' | 'senderId'>,
): Promise<number | undefined> {
  const rows = await ctx.db
    .updateTable('messages')
    .set({ content: '', has_media: false, deleted_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('conversation_id', '=', conversationId)
    .where('sender_id', '=', senderId)
    .where('kind', '=', 'message')
    .where('deleted_at', 'is', null)
    .returning('seq')
    .execute();
  return rows[0]?.seq;
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

/** Ids told at once of what was read; who reads more is believed by the number of the last. */
const MOST_IDS = 200;

/** The newest of what somebody sent in this stretch of a conversation. */
export async function listIdsFrom(
  ctx: Context,
  conversationId: string,
  senderId: string,
  { after, upTo }: { after: number; upTo: number },
): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where('sender_id', '=', senderId)
    .where('deleted_at', 'is', null)
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .orderBy('seq', 'desc')
    .limit(MOST_IDS)
    .execute();
  return rows.map((row) => row.id);
}

export interface ShownMessage {
  id: string;
  conversation_id: string;
  seq: number;
  kind: 'message' | 'call';
  sender_id: string;
  username: string;
  avatar: string | null;
  receiver_id: string;
  content: string;
  call: CallLine | null;
  has_media: boolean;
  client_id: string | null;
  created_at: Date;
  is_delivered: boolean;
  is_read: boolean;
}

/** These messages as one of the two may see them; the receiver knows of the own reading, the sender what was told. */
export async function findMessageRows(
  ctx: Context,
  viewerId: string,
  ids: string[],
): Promise<ShownMessage[]> {
  const { rows } = await sql<ShownMessage>`
    select message.id, message.conversation_id, message.seq, message.kind, message.sender_id, sender.username,
      sender.avatar, receiver.user_id as receiver_id, message.content, message.call,
      message.has_media, message.client_id, message.created_at, receiver.delivered_seq >= message.seq as is_delivered,
      case receiver.user_id when own.user_id then receiver.read_seq else receiver.seen_seq end >= message.seq as is_read
    from messages message
    join conversation_members own on own.conversation_id = message.conversation_id and own.user_id = ${viewerId}
    join conversation_members receiver on receiver.conversation_id = message.conversation_id
      and receiver.user_id = case message.sender_id when own.user_id then own.other_id else own.user_id end
    join users sender on sender.id = message.sender_id
    where message.id = any(${ids}) and message.deleted_at is null and message.seq > own.cleared_seq`.execute(
    ctx.db,
  );
  return rows;
}

/** Where the messages of a page are, newest first, without what was taken from the own list. */
export async function listMessageIds(
  ctx: Context,
  conversationId: string,
  clearedSeq: number,
  page: { after: number | null; offset: number; limit: number },
): Promise<{ id: string; seq: number }[]> {
  let query = ctx.db
    .selectFrom('messages')
    .select(['id', 'seq'])
    .where('conversation_id', '=', conversationId)
    .where('seq', '>', clearedSeq)
    .where('deleted_at', 'is', null)
    .orderBy('seq', 'desc')
    .limit(page.limit)
    .offset(page.offset);
  if (page.after !== null) query = query.where('seq', '<', page.after);
  return query.execute();
}
