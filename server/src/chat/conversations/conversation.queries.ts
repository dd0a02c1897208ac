import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Context } from '../../context.ts';

export interface ConversationRow {
  id: string;
  other_id: string;
  last_seq: number;
}

/**
 * Locks a conversation the person takes part in, until the end of the transaction. Whatever changes its messages or
 * members does this first: so it is their only lock, but for streams at the end.
 */
export async function lockConversation(
  ctx: Context,
  userId: string,
  id: string,
): Promise<ConversationRow | undefined> {
  const { rows } = await sql<ConversationRow>`
    select id, last_seq, case low_id when ${userId}::uuid then high_id else low_id end as other_id
    from conversations where id = ${id} and ${userId} in (low_id, high_id)
    for no key update`.execute(ctx.db);
  return rows[0];
}

/** Waits until nobody is about to write in what these pairs have, and keeps them from it. */
export async function lockBetween(
  ctx: Context,
  pairs: { one: string; other: string }[],
): Promise<void> {
  await sql`
    select from conversations
    where (low_id, high_id) in (
      select least(one, other), greatest(one, other)
      from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as pair (one uuid, other uuid))
    order by id for no key update`.execute(ctx.db);
}

export async function findConversationId(
  ctx: Context,
  userId: string,
  otherId: string,
): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('conversation_members')
    .select('conversation_id')
    .where('user_id', '=', userId)
    .where('other_id', '=', otherId)
    .executeTakeFirst();
  return row?.conversation_id;
}

/** Makes the conversation of two people, unless there is one: also when both make it at once. */
export async function insertConversation(
  ctx: Context,
  userId: string,
  otherId: string,
): Promise<void> {
  await sql`
    with made as (
      insert into conversations (id, low_id, high_id)
      values (${newId()}, least(${userId}::uuid, ${otherId}::uuid), greatest(${userId}::uuid, ${otherId}::uuid))
      on conflict on constraint conversations_one_per_pair do nothing
      returning id, low_id, high_id
    )
    insert into conversation_members (user_id, conversation_id, other_id)
    select low_id, id, high_id from made union all select high_id, id, low_id from made`.execute(
    ctx.db,
  );
}

/** Whether either of two people ever wrote to the other, or the viewer has it in their list: for a call, say. */
export async function hasHistory(
  ctx: Context,
  conversationId: string,
  { viewerId, otherId }: { viewerId: string; otherId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from conversation_members
    where user_id in (${viewerId}, ${otherId}) and conversation_id = ${conversationId}
      and (has_written or (user_id = ${viewerId} and last_at is not null))
    limit 1`.execute(ctx.db);
  return rows.length > 0;
}
