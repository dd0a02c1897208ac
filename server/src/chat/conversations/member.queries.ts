import { sql } from 'kysely';
import { findBlockers } from '../../blocks/block.queries.ts';
import type { Context } from '../../context.ts';

/** Where one of the two stands in a conversation. */
export async function findMember(ctx: Context, userId: string, conversationId: string) {
  return ctx.db
    .selectFrom('conversation_members')
    .select(['other_id', 'unread_count', 'read_seq', 'seen_seq', 'cleared_seq'])
    .where('user_id', '=', userId)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst();
}

/** A message is gone: what it counted for, and where it was the newest, is put right for both. */
export async function moveFromMessage(
  ctx: Context,
  conversationId: string,
  pair: { senderId: string; receiverId: string },
  gone: { seq: number; newest: { seq: number; at: string } | undefined },
): Promise<void> {
  const newest = gone.newest?.seq ?? null;
  await sql`
    update conversation_members set
      unread_count = unread_count
        - case when user_id = ${pair.receiverId} and ${gone.seq}::int > read_seq then 1 else 0 end,
      last_seq = case when ${newest}::int > cleared_seq then ${newest}::int end,
      last_at = case when ${newest}::int > cleared_seq then ${gone.newest?.at ?? null}::timestamptz end
    where user_id = any(${[pair.senderId, pair.receiverId]}::uuid[]) and conversation_id = ${conversationId}`.execute(
    ctx.db,
  );
}

/** A line for a call is the newest for both, and unread for the receiver unless it is silent. Says whether one had it in no list. */
export async function moveToLine(
  ctx: Context,
  conversationId: string,
  pair: { callerId: string; calleeId: string },
  line: { seq: number; createdAt: string; isSilent: boolean },
): Promise<boolean> {
  const ids = [pair.callerId, pair.calleeId];
  const { rows: unlisted } = await sql`
    select from conversation_members
    where user_id = any(${ids}::uuid[]) and conversation_id = ${conversationId} and last_at is null`.execute(
    ctx.db,
  );
  await sql`
    update conversation_members set last_seq = ${line.seq}::int, last_at = ${line.createdAt}::timestamptz,
      unread_count = unread_count
        + case when user_id = ${pair.calleeId} and not ${line.isSilent}::boolean then 1 else 0 end
    where user_id = any(${ids}::uuid[]) and conversation_id = ${conversationId}`.execute(ctx.db);
  return unlisted.length > 0;
}

/** Where counting ends: no badge shows more. */
const COUNTED = 1_000;

/** Takes the history up to here from one's own list. False where there was nothing. */
export async function clearHistory(
  ctx: Context,
  userId: string,
  conversationId: string,
  upTo: number,
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('conversation_members')
    .set({ cleared_seq: upTo, read_seq: upTo, unread_count: 0, last_seq: null, last_at: null })
    .where('user_id', '=', userId)
    .where('conversation_id', '=', conversationId)
    .where('cleared_seq', '<', upTo)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** How many conversations have something unread for each of these people; without those who have none. */
export async function countUnreadOf(ctx: Context, userIds: string[]): Promise<Map<string, number>> {
  const these = sql`any(${userIds}::uuid[])`;
  const { rows } = await sql<{ id: string; count: number }>`
    select users.id, counted.count from users cross join lateral (
      select count(*) as count from (
        select from conversation_members
        where user_id = users.id and user_id = ${these} and unread_count > 0 limit ${COUNTED}) as talk
    ) as counted where users.id = ${these}`.execute(ctx.db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

export async function countUnread(ctx: Context, userId: string): Promise<number> {
  return (await countUnreadOf(ctx, [userId])).get(userId) ?? 0;
}

/** What is unread in each of these conversations, with the number of all that have something unread. */
export async function findUnread(ctx: Context, userId: string, conversationIds: string[]) {
  const { rows } = await sql<{
    conversation_id: string;
    unread_count: number;
    unread_conversations: number;
  }>`
    select conversation_id, unread_count, (
        select count(*) from (
          select from conversation_members where user_id = ${userId} and unread_count > 0 limit ${COUNTED}) as talk
      ) as unread_conversations
    from conversation_members
    where user_id = ${userId} and conversation_id = any(${conversationIds}::uuid[])`.execute(
    ctx.db,
  );
  return rows;
}

/** Those a person talks with, the latest first, without those a block stands before. */
export async function listPartnerIds(
  ctx: Context,
  userId: string,
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ other_id: string }>`
    select other_id from conversation_members member
    where user_id = ${userId} and last_at is not null
      and not exists (select from blocks where blocker_id = ${userId} and blocked_id = member.other_id)
    order by last_at desc, conversation_id desc limit ${most}`.execute(ctx.db);
  const ids = rows.map((row) => row.other_id);
  const blockers = new Set(ids.length > 0 ? await findBlockers(ctx, userId, ids) : []);
  return ids.filter((id) => !blockers.has(id));
}
