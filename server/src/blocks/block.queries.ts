import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../context.ts';

/**
 * That no block stands between two people, in either direction; each an id or a column. What is to be hidden across a
 * block asks this, but for posts, whose rule names all their people at once (posts/visibility.ts).
 */
export function unblocked(
  one: string | RawBuilder<string>,
  other: string | RawBuilder<string>,
): RawBuilder<boolean> {
  return sql<boolean>`(
    not exists (select from blocks where blocker_id = ${one} and blocked_id = ${other})
    and not exists (select from blocks where blocked_id = ${one} and blocker_id = ${other}))`;
}

/** Whether either blocks the other; two keys, asked as a batch. */
export async function isBlockBetween(ctx: Context, one: string, other: string): Promise<boolean> {
  const pair = [one, other];
  const { rows } = await sql`
    select blocker_id from blocks
    where blocker_id = any(${pair}::uuid[]) and blocked_id = any(${pair}::uuid[]) limit 1`.execute(
    ctx.db,
  );
  return rows.length > 0;
}

/** True when there was a block to take away. */
export async function deleteBlock(
  ctx: Context,
  blockerId: string,
  blockedId: string,
): Promise<boolean> {
  const rows = await ctx.db
    .deleteFrom('blocks')
    .where('blocker_id', '=', blockerId)
    .where('blocked_id', '=', blockedId)
    .returning('blocker_id')
    .execute();
  return rows.length > 0;
}

export async function insertBlock(
  ctx: Context,
  blockerId: string,
  blockedId: string,
): Promise<void> {
  await ctx.db
    .insertInto('blocks')
    .values({ blocker_id: blockerId, blocked_id: blockedId })
    .execute();
}

/** Whom somebody blocks, last blocked first. */
export async function listBlocked(ctx: Context, blockerId: string) {
  const blocked = await ctx.db
    .selectFrom('blocks')
    .select('blocked_id')
    .where('blocker_id', '=', blockerId)
    .orderBy('created_at', 'desc')
    .limit(1_000)
    .execute();
  const ids = blocked.map((row) => row.blocked_id);
  const people = await ctx.db
    .selectFrom('users')
    .select(['id', 'username', 'full_name', 'avatar', 'bio'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  const byId = new Map(people.map((person) => [person.id, person]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Those of these people who block this one. */
export async function findBlockers(ctx: Context, userId: string, ids: string[]): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('blocks')
    .select('blocker_id')
    .where('blocker_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('blocked_id', '=', userId)
    .execute();
  return rows.map((row) => row.blocker_id);
}
