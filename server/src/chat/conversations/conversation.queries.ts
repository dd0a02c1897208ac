import { sql } from 'kysely';
import { v4 as randomId } from 'uuid';
import type { Context } from '../../kernel/context.ts';
import { exec, one } from '../../platform/database/query.ts';

/**
 * Locks a conversation of this person until the end of the transaction. Every change of its messages or members takes this
 * lock first. Such a change needs no other lock, except those of the event logs at its end.
 */
export async function lockConversation(ctx: Context, userId: string, id: string) {
  return one(
    ctx.db,
    { id: 'uuid', last_seq: 'int4', other_id: 'uuid' },
    sql`select id, last_seq, case low_id when ${userId}::uuid then high_id else low_id end as other_id
      from conversations where id = ${id} and ${userId} in (low_id, high_id)
      for no key update`,
  );
}

/** Tells whether this conversation of the person has no message yet. */
export async function isEmpty(ctx: Context, id: string, userId: string): Promise<boolean> {
  const found = await one(
    ctx.db.reads,
    {},
    sql`select from conversations where id = ${id} and ${userId} in (low_id, high_id) and last_seq = 0`,
  );
  return found !== undefined;
}

/** Locks the conversations of these pairs, in the order of their ids. Waits for messages that are being sent in them. */
export async function lockBetween(
  ctx: Context,
  pairs: { one: string; other: string }[],
): Promise<void> {
  const ids: string[] = [];
  for (const { one, other } of pairs) ids.push((await findConversationId(ctx, one, other)) ?? '');
  for (const id of ids.filter((each) => each !== '').toSorted())
    await exec(ctx.db, sql`select from conversations where id = ${id} for no key update`);
}

export async function findConversationId(
  ctx: Context,
  userId: string,
  otherId: string,
): Promise<string | undefined> {
  const row = await ctx.db.reads
    .selectFrom('conversation_members')
    .select('conversation_id')
    .where('user_id', '=', userId)
    .where('other_id', '=', otherId)
    .executeTakeFirst();
  return row?.conversation_id;
}

/**
 * Creates the conversation of two people, or finds it. Returns its id. Two concurrent calls create one conversation: both
 * insert the membership of the smaller user id first, and the second call waits there for the first.
 */
export async function insertConversation(
  ctx: Context,
  userId: string,
  otherId: string,
): Promise<string> {
  // A random id, because a time-ordered id would reveal when the other person opened an empty conversation.
  const id = randomId();
  const [low, high] = userId < otherId ? [userId, otherId] : [otherId, userId];
  const insertMembership = async (own: string, other: string) =>
    ctx.db
      .insertInto('conversation_members')
      .values({ user_id: own, conversation_id: id, other_id: other })
      .onConflict((pair) => pair.columns(['user_id', 'other_id']).doNothing())
      .executeTakeFirst();
  const { numInsertedOrUpdatedRows: inserted } = await insertMembership(low, high);
  if (!inserted) {
    const known = await findConversationId(ctx, low, high);
    if (!known) throw new Error('conversation neither found nor created');
    return known;
  }
  await insertMembership(high, low);
  await ctx.db.insertInto('conversations').values({ id, low_id: low, high_id: high }).execute();
  return id;
}

/** Finds the viewer's follow and block of another person, and their conversation if there is one. */
export async function findConversationWith(ctx: Context, viewerId: string, otherId: string) {
  const row = await one(
    ctx.db.reads,
    {
      follows: 'bool',
      blocks: 'bool',
      conversation_id: 'uuid?',
      has_written: 'bool',
      is_listed: 'bool',
    },
    sql`select exists (select from follows where follower_id = ${viewerId} and followee_id = ${otherId}) as follows,
        exists (select from blocks where blocker_id = ${viewerId} and blocked_id = ${otherId}) as blocks,
        membership.conversation_id, coalesce(membership.has_written, false) as has_written,
        membership.last_at is not null as is_listed
      from users
      left join conversation_members membership on membership.user_id = users.id and membership.other_id = ${otherId}
      where users.id = ${viewerId}`,
  );
  if (!row) throw new Error('viewer not found');
  return row;
}
