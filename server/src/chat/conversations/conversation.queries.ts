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
  const ids: string[] = [];
  for (const { one, other } of pairs) ids.push((await findConversationId(ctx, one, other)) ?? '');
  for (const id of ids.filter((each) => each !== '').toSorted())
    await sql`select from conversations where id = ${id} for no key update`.execute(ctx.db);
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

/**
 * Makes the conversation of two people, unless there is one: also when both make it at once. It is there once whoever has
 * the smaller id has one with the other; the second of two waits there for the first. Gives its id.
 */
export async function insertConversation(
  ctx: Context,
  userId: string,
  otherId: string,
): Promise<string> {
  const id = newId();
  const [low, high] = userId < otherId ? [userId, otherId] : [otherId, userId];
  const place = (one: string, other: string) => sql`
    insert into conversation_members (user_id, conversation_id, other_id) values (${one}, ${id}, ${other})
    on conflict (user_id, other_id) do nothing`;
  const { numAffectedRows } = await place(low, high).execute(ctx.db);
  if (numAffectedRows === 0n) {
    const known = await findConversationId(ctx, low, high);
    if (!known) throw new Error('a conversation that is neither there nor made');
    return known;
  }
  await place(high, low).execute(ctx.db);
  await sql`insert into conversations (id, low_id, high_id) values (${id}, ${low}, ${high})`.execute(
    ctx.db,
  );
  return id;
}

/** What stands on the viewer's side between them and another, and the conversation they have, if any. */
export async function findStance(ctx: Context, viewerId: string, otherId: string) {
  const { rows } = await sql<{
    follows: boolean;
    blocks: boolean;
    conversation_id: string | null;
    has_written: boolean;
    is_listed: boolean;
  }>`
    select exists (select from follows where follower_id = ${viewerId} and followee_id = ${otherId}) as follows,
      exists (select from blocks where blocker_id = ${viewerId} and blocked_id = ${otherId}) as blocks,
      place.conversation_id, coalesce(place.has_written, false) as has_written, place.last_at is not null as is_listed
    from users left join conversation_members place on place.user_id = users.id and place.other_id = ${otherId}
    where users.id = ${viewerId}`.execute(ctx.db);
  const [row] = rows;
  if (!row) throw new Error('a viewer who is not there');
  return row;
}
