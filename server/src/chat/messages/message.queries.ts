import { sql } from 'kysely';
import type { CallSummary } from '@roost/contract/chat';
import type { Context } from '../../kernel/context.ts';
import { narrow, one, rows, type Row } from '../../platform/database/query.ts';

export interface NewCallMessage {
  id: string;
  conversationId: string;
  /** The next message number. The caller holds the conversation's lock. */
  seq: number;
  senderId: string;
  content: string;
  call: CallSummary;
  /** A silent message does not count as unread for the receiver. */
  isSilent: boolean;
}

/** Inserts a call message at the end of a locked conversation. Returns its time with microseconds. */
export async function insertCallMessage(ctx: Context, message: NewCallMessage): Promise<string> {
  const { id, conversationId, seq, senderId, content, call, isSilent } = message;
  // `now()` is the start of the transaction, and the transaction may have waited for the lock since.
  const inserted = await one(
    ctx.db,
    { at: 'text' },
    sql`with inserted as (
        insert into messages (id, conversation_id, seq, sender_id, content, created_at, kind, call, is_silent)
        values (${id}, ${conversationId}, ${seq}, ${senderId}, ${content}, clock_timestamp(), 'call',
          ${JSON.stringify(call)}::jsonb, ${isSilent}) returning created_at
      ) select created_at::text as at from inserted`,
  );
  if (!inserted) throw new Error('call message not inserted');
  await ctx.db
    .updateTable('conversations')
    .set({ last_seq: seq, ...(seq === 1 && { created_at: inserted.at }) })
    .where('id', '=', conversationId)
    .execute();
  return inserted.at;
}

/** Finds a message of this sender that can be deleted. Call messages cannot be deleted. */
export async function findOwnMessage(
  ctx: Context,
  { id, conversationId, senderId }: { id: string; conversationId: string; senderId: string },
) {
  return ctx.db.reads
    .selectFrom('messages')
    .select(['seq', 'media_ids'])
    .where('id', '=', id)
    .where('conversation_id', '=', conversationId)
    .where('sender_id', '=', senderId)
    .where('kind', '=', 'message')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Empties a message and marks it as deleted. The caller holds the conversation's lock. */
export async function emptyMessage(ctx: Context, conversationId: string, id: string) {
  await ctx.db
    .updateTable('messages')
    .set({
      content: '',
      has_media: false,
      media_ids: [],
      is_withheld: false,
      deleted_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .where('conversation_id', '=', conversationId)
    .execute();
}

/** Finds the newest message of a conversation that was not deleted. */
export async function findNewest(ctx: Context, conversationId: string) {
  return ctx.db.reads
    .selectFrom('messages')
    .select(['seq', sql<string>`created_at::text`.as('at')])
    .where('conversation_id', '=', conversationId)
    .where('deleted_at', 'is', null)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Tells whether a message exists with a number above `after`, the end of the history that the viewer deleted. */
export async function hasMessage(
  ctx: Context,
  conversationId: string,
  id: string,
  after: number,
): Promise<boolean> {
  const row = await ctx.db.reads
    .selectFrom('messages')
    .select('id')
    .where('id', '=', id)
    .where('conversation_id', '=', conversationId)
    .where('seq', '>', after)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

const messageRow = {
  id: 'uuid',
  conversation_id: 'uuid',
  seq: 'int4',
  kind: narrow<'message' | 'call'>('text'),
  sender_id: 'uuid',
  content: 'text',
  call: narrow<CallSummary | null>('jsonb?'),
  media_ids: 'uuid[]',
  client_id: 'text?',
  created_at: 'timestamptz',
} as const;

/** A message row, without its sender's name and without receipts. */
export type MessageRow = Row<typeof messageRow>;

/** The same columns on the optional side of a left join. */
export const joinedMessage = {
  id: 'uuid?',
  conversation_id: 'uuid?',
  seq: 'int4?',
  kind: narrow<'message' | 'call' | null>('text?'),
  sender_id: 'uuid?',
  content: 'text?',
  call: narrow<CallSummary | null>('jsonb?'),
  media_ids: 'uuid[]?',
  client_id: 'text?',
  created_at: 'timestamptz?',
} as const;

/** Tells whether the left join found a message. Otherwise all its columns are null. */
export function isMessage<R extends Row<typeof joinedMessage>>(row: R): row is R & MessageRow {
  return row.id !== null;
}

/** A message as one participant sees it. */
export interface ShownMessage extends MessageRow {
  username: string;
  avatar: string | null;
  receiver_id: string;
  is_delivered: boolean;
  is_read: boolean;
}

const columns = sql`message.id, message.conversation_id, message.seq, message.kind, message.sender_id, message.content,
  message.call, message.media_ids, message.client_id, message.created_at`;

/** Identifies a message. Messages are sharded by their conversation. */
export interface MessageKey {
  conversationId: string;
  id: string;
}

/** Finds the messages that exist among these. */
export async function findMessages(ctx: Context, keys: MessageKey[]): Promise<MessageRow[]> {
  if (keys.length === 0) return [];
  return rows(
    ctx.db.reads,
    messageRow,
    sql`select ${columns} from messages message
      where message.conversation_id = any(${keys.map(({ conversationId }) => conversationId)}::uuid[])
        and message.id = any(${keys.map(({ id }) => id)}::uuid[]) and message.deleted_at is null`,
  );
}

/** The largest number that a message can have. */
const MAX_SEQ = 2_147_483_647;

const listedMessage = { other_id: 'uuid', ...joinedMessage } as const;

/**
 * Lists a page of a conversation, newest first, with the id of the other participant. Includes messages from before the
 * viewer deleted the history. Returns undefined if the person takes no part in it.
 */
export async function listMessageRows(
  ctx: Context,
  userId: string,
  conversationId: string,
  page: { after: number | null; offset: number; limit: number },
): Promise<{ otherId: string; rows: MessageRow[] } | undefined> {
  const found = await rows(
    ctx.db.reads,
    listedMessage,
    sql`select case low_id when ${userId}::uuid then high_id else low_id end as other_id, ${columns}
      from conversations left join (
        select * from messages
        where conversation_id = ${conversationId} and deleted_at is null
          and seq < ${page.after ?? MAX_SEQ}::int
        order by seq desc limit ${page.limit} offset ${page.offset}
      ) as message on message.conversation_id = conversations.id
      where conversations.id = ${conversationId} and ${userId} in (low_id, high_id)
      order by message.seq desc`,
  );
  const [first] = found;
  return first && { otherId: first.other_id, rows: found.filter(isMessage) };
}

/** Attaches unused pictures of this owner to a message, in the given order. Returns their drafts: null for each that belongs to none. */
export async function attachToMessage(
  ctx: Context,
  ownerId: string,
  ids: string[],
  messageId: string,
): Promise<(string | null)[]> {
  const rows = await ctx.db
    .updateTable('media')
    .set({
      used_for: 'message',
      message_id: messageId,
      position: sql<number>`array_position(${ids}::uuid[], id)`,
    })
    .where('id', '=', sql<string>`any(${ids})`)
    .where('owner_id', '=', ownerId)
    .where('used_for', '=', 'nothing')
    .where('kind', '=', 'image')
    .returning('draft_id')
    .execute();
  return rows.map(({ draft_id }) => draft_id);
}
