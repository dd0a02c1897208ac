import { sql } from 'kysely';
import type { CallLine } from '@roost/contract/chat';
import type { Context } from '../../context.ts';
import { relationColumns, type Relation } from '../../users/user.queries.ts';
import { unreadConversations } from '../conversations/member.queries.ts';

export interface NewMessage {
  id: string;
  conversationId: string;
  senderId: string;
  content: string;
  mediaIds: string[];
  clientId?: string | undefined;
  /** Of a line for a call. */
  call?: CallLine;
  /** Not unread for the receiver. */
  isSilent?: boolean;
}

/** What became of a new message. */
interface Added {
  seq: number;
  created_at: Date;
  /** It brings the conversation into the list of one of the two. */
  is_listed_anew: boolean;
}

/**
 * Adds a message at the end of its conversation, which is locked. It is the newest of both, and unread for the
 * receiver unless it is silent. Undefined, and nothing done, where its clientId is taken.
 */
export async function addMessage(
  ctx: Context,
  { senderId, receiverId, ...message }: NewMessage & { receiverId: string },
): Promise<Added | undefined> {
  const { id, conversationId, content, mediaIds, clientId, call, isSilent } = message;
  const kind = call ? 'call' : 'message';
  // The clock, not the transaction's beginning: it may have waited for the lock.
  const { rows } = await sql<Added>`
    with message as (
      insert into messages (id, conversation_id, seq, sender_id, content, has_media, media_ids, client_id, created_at,
        kind, call, is_silent)
      select ${id}, id, last_seq + 1, ${senderId}, ${content}, ${mediaIds.length > 0}::boolean, ${mediaIds}::uuid[],
        ${clientId ?? null}, clock_timestamp(), ${kind}, ${call ? JSON.stringify(call) : null}::jsonb, ${isSilent ?? false}::boolean
      from conversations where id = ${conversationId}
      on conflict on constraint messages_once do nothing
      returning *
    ), numbered as (
      update conversations set last_seq = message.seq from message where conversations.id = ${conversationId}
    ), unlisted as (
      select from conversation_members
      where user_id = any(${[senderId, receiverId]}) and conversation_id = ${conversationId} and last_at is null
    ), moved as (
      update conversation_members member set
        last_seq = message.seq,
        last_at = message.created_at,
        unread_count = member.unread_count +
          case when message.is_silent or member.user_id = message.sender_id then 0 else 1 end,
        has_written = member.has_written or (member.user_id = message.sender_id and message.kind = 'message')
      from message
      where member.user_id = any(${[senderId, receiverId]}) and member.conversation_id = ${conversationId}
    )
    select seq, created_at, exists (select from unlisted) as is_listed_anew from message`.execute(
    ctx.db,
  );
  return rows[0];
}

/** What decides whether somebody may send a message to another, and what is shown of the sender. */
export interface Sending extends Relation {
  message_preference: string;
  username: string;
  avatar: string | null;
  /** What was sent under the clientId before; gone by now where it, or the conversation, was deleted. */
  sent_id: string | null;
  sent_in: string | null;
  is_sent_gone: boolean;
}

/** In one statement, which is asked for behind the conversation's lock. */
export async function findSending(
  ctx: Context,
  senderId: string,
  receiverId: string,
  clientId: string | undefined,
): Promise<Sending | undefined> {
  const { rows } = await sql<Sending>`
    select ${relationColumns(senderId)}, other.message_preference, sender.username, sender.avatar,
      sent.id as sent_id, sent.conversation_id as sent_in,
      sent.deleted_at is not null or sent.seq <= own.cleared_seq as is_sent_gone
    from users other
    join users sender on sender.id = ${senderId}
    left join messages sent on sent.sender_id = ${senderId} and sent.client_id = ${clientId ?? null}
    left join conversation_members own on own.user_id = ${senderId} and own.conversation_id = sent.conversation_id
    where other.id = ${receiverId}`.execute(ctx.db);
  return rows[0];
}

/** Empties an own message; its number, or undefined where it is not there or not theirs to delete. */
export async function emptyMessage(
  ctx: Context,
  { id, conversationId, senderId }: Pick<NewMessage, 'id' | 'conversationId' | 'senderId'>,
): Promise<number | undefined> {
  const rows = await ctx.db
    .updateTable('messages')
    .set({ content: '', has_media: false, media_ids: [], deleted_at: sql<Date>`now()` })
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

/** A message, and who is to see it. */
export interface Wanted {
  viewerId: string;
  id: string;
}

/** As one may see it when it is told: with what is unread for them now. */
export interface ToldMessage extends ShownMessage {
  viewer_id: string;
  unread_count: number;
  unread_conversations: number;
}

/** These messages as one of the two may see them; the receiver knows of the own reading, the sender what was told. */
export async function findMessageRows(
  ctx: Context,
  viewerId: string,
  ids: string[],
): Promise<ShownMessage[]> {
  const wanted = sql`unnest(${ids}::uuid[]) as wanted (id) cross join (select ${viewerId}::uuid as viewer_id) as viewer`;
  const { rows } = await sql<ShownMessage>`select ${shown} from ${wanted} ${around}`.execute(
    ctx.db,
  );
  return rows;
}

/** Messages for several people at once, each as they may see it; in one statement. */
export async function findToldMessages(ctx: Context, wanted: Wanted[]): Promise<ToldMessage[]> {
  const viewerIds = wanted.map(({ viewerId }) => viewerId);
  const viewers = [...new Set(viewerIds)];
  const { rows } = await sql<ToldMessage>`
    with viewers as materialized (
      select viewer_id, ${unreadConversations(sql.ref('viewer_id'))} as unread_conversations
      from unnest(${viewers}::uuid[]) as viewer (viewer_id)
    )
    select ${shown}, own.user_id as viewer_id, own.unread_count, viewers.unread_conversations
    from unnest(${viewerIds}::uuid[], ${wanted.map(({ id }) => id)}::uuid[]) as wanted (viewer_id, id)
    join viewers using (viewer_id) ${around}`.execute(ctx.db);
  return rows;
}

const shown = sql`
  message.id, message.conversation_id, message.seq, message.kind, message.sender_id, sender.username,
      sender.avatar, receiver.user_id as receiver_id, message.content, message.call, message.has_media, message.client_id,
      message.created_at, receiver.delivered_seq >= message.seq as is_delivered,
      case receiver.user_id when own.user_id then receiver.read_seq else receiver.seen_seq end >= message.seq as is_read`;

/** What belongs to the messages named by `wanted`, where `viewer_id` may see them. */
const around = sql`
    join messages message on message.id = wanted.id and message.deleted_at is null
    join conversation_members own on own.user_id = viewer_id and own.conversation_id = message.conversation_id
      and own.cleared_seq < message.seq
    join conversation_members receiver on receiver.conversation_id = message.conversation_id
      and receiver.user_id = case message.sender_id when own.user_id then own.other_id else own.user_id end
    join users sender on sender.id = message.sender_id`;

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
