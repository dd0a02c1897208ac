import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { MIN_ID } from '../../platform/database/id-bounds.ts';
import { exec, rows } from '../../platform/database/query.ts';

/** Lists the ids of a person's conversations, in the order of the ids. */
export async function listChats(
  ctx: Context,
  userId: string,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const found = await rows(
    ctx.db.reads,
    { conversation_id: 'uuid' },
    sql`select conversation_id from conversation_members
      where user_id = ${userId} and conversation_id > ${after ?? MIN_ID}
      order by conversation_id limit ${limit}::int`,
  );
  return found.map((row) => row.conversation_id);
}

/**
 * Gives messages of a person the form of deleted ones, without the client's id and without the result of a call. Returns the
 * pictures of each. The caller holds the conversation's lock.
 */
export async function emptyMessages(
  ctx: Context,
  senderId: string,
  conversationId: string,
  limit: number,
): Promise<string[][]> {
  const emptied = await rows(
    ctx.db,
    { media_ids: 'uuid[]' },
    sql`with old as materialized (
        select id, media_ids from messages
        where conversation_id = ${conversationId} and sender_id = ${senderId}
          and (deleted_at is null or client_id is not null or is_withheld)
        order by seq limit ${limit}::int)
      update messages set content = '', kind = 'message', call = null, client_id = null, has_media = false, media_ids = '{}',
        is_withheld = false,
        deleted_at = coalesce(messages.deleted_at, (select now()))
      from old where messages.conversation_id = ${conversationId} and messages.id = old.id
      returning old.media_ids`,
  );
  return emptied.map(({ media_ids }) => media_ids);
}

/** Counts the unread messages of one participant again, and finds the newest message that they see. */
export async function recountMember(
  ctx: Context,
  userId: string,
  conversationId: string,
): Promise<void> {
  const [member] = await rows(
    ctx.db,
    { read_seq: 'int4', cleared_seq: 'int4' },
    sql`select read_seq, cleared_seq from conversation_members
      where user_id = ${userId} and conversation_id = ${conversationId} for no key update`,
  );
  if (!member) return;
  const [counted] = await rows(
    ctx.db.reads,
    { unread: 'int4', last_seq: 'int4?', last_at: 'text?' },
    sql`select
        (select count(*) from messages where conversation_id = ${conversationId} and seq > ${member.read_seq}
          and deleted_at is null and not is_silent and sender_id <> ${userId})::int as unread,
        newest.seq as last_seq, newest.created_at::text as last_at
      from (select) as asked left join (
        select seq, created_at from messages
        where conversation_id = ${conversationId} and seq > ${member.cleared_seq} and deleted_at is null
        order by seq desc limit 1) as newest on true`,
  );
  await exec(
    ctx.db,
    sql`update conversation_members set unread_count = ${counted?.unread ?? 0}::int,
        last_seq = ${counted?.last_seq ?? null}::int, last_at = ${counted?.last_at ?? null}::timestamptz
      where user_id = ${userId} and conversation_id = ${conversationId}`,
  );
}

/** Deletes all calls of a person that are still stored. */
export async function deleteCallsOf(ctx: Context, userId: string): Promise<void> {
  const found = await rows(
    ctx.db.reads,
    { call_id: 'uuid' },
    sql`select call_id from call_members where user_id = ${userId}`,
  );
  const ids = found.map(({ call_id }) => call_id);
  if (ids.length === 0) return;
  for (const [table, column] of [
    ['call_members', 'call_id'],
    ['calls', 'id'],
  ] as const)
    await exec(
      ctx.db,
      sql`delete from ${sql.table(table)} where ${sql.ref(column)} = any(${ids}::uuid[])`,
    );
}
