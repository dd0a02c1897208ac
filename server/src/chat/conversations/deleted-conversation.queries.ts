import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { one, rows, type Row } from '../../platform/database/query.ts';

/** Marks a conversation as deleted by both people. The caller holds its lock. */
export async function markDeletedByBoth(ctx: Context, id: string): Promise<void> {
  await ctx.db
    .updateTable('conversations')
    .set({ deleted_by_both_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

const deletedConversation = { id: 'uuid', low_id: 'uuid', high_id: 'uuid' } as const;

export type DeletedConversation = Row<typeof deletedConversation>;

/** Conversations that both people deleted at least this many days ago, the oldest deletion first. */
export async function listDeletedByBoth(
  ctx: Context,
  days: number,
  limit: number,
): Promise<DeletedConversation[]> {
  return rows(
    ctx.db.reads,
    deletedConversation,
    sql`select id, low_id, high_id from conversations
      where deleted_by_both_at < now() - make_interval(days => ${days}::int)
      order by deleted_by_both_at limit ${limit}`,
  );
}

/** The last message number that both people have deleted. */
export async function clearedByBoth(
  ctx: Context,
  { id, low_id, high_id }: DeletedConversation,
): Promise<number> {
  const found = await one(
    ctx.db.reads,
    { seq: 'int4?' },
    sql`select min(cleared_seq) as seq from conversation_members
      where user_id = any(${[low_id, high_id]}::uuid[]) and conversation_id = ${id}`,
  );
  return found?.seq ?? 0;
}

/** Deletes messages that both people have deleted. Returns the pictures of each deleted message. */
export async function deleteMessagesUpTo(
  ctx: Context,
  id: string,
  seq: number,
  limit: number,
): Promise<string[][]> {
  const deleted = await rows(
    ctx.db,
    { media_ids: 'uuid[]' },
    sql`delete from messages where conversation_id = ${id} and id in (
        select id from messages where conversation_id = ${id} and seq <= ${seq} order by seq limit ${limit})
      returning media_ids`,
  );
  return deleted.map((row) => row.media_ids);
}

/** Clears the deletion time after the sweep has deleted all these messages. */
export async function unmarkDeletedByBoth(ctx: Context, id: string): Promise<void> {
  await ctx.db
    .updateTable('conversations')
    .set({ deleted_by_both_at: null })
    .where('id', '=', id)
    .execute();
}
