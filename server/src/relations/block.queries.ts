import { sql } from 'kysely';
import type { Context } from '../kernel/context.ts';
import { keysOf } from '../platform/database/keys.ts';
import { one, rows } from '../platform/database/query.ts';

/** A common table expression `hidden`: the ids of people with a block between them and the viewer, in either direction. */
export const hiddenFrom = (viewerId: string) => sql`
  hidden as materialized (
    select blocked_id as id from blocks where blocker_id = ${viewerId}
    union all select blocker_id from blocks where blocked_id = ${viewerId}
  )`;

/** Tells whether a block exists between two people, in either direction. One statement reads both shard keys. */
export async function isBlockBetween(
  ctx: Context,
  userId: string,
  otherId: string,
): Promise<boolean> {
  const found = await one(
    ctx.db.reads,
    { blocker_id: 'uuid' },
    sql`select blocker_id from blocks
      where (blocker_id = ${userId} and blocked_id = ${otherId}) or (blocker_id = ${otherId} and blocked_id = ${userId})`,
  );
  return found !== undefined;
}

/** Deletes a block. Returns whether there was one. */
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

/** Lists the ids of at most 1,000 people whom a person blocks, the latest block first. */
export async function listBlockedIds(ctx: Context, blockerId: string): Promise<string[]> {
  const found = await rows(
    ctx.db.reads,
    { blocked_id: 'uuid' },
    sql`select blocked_id from blocks where blocker_id = ${blockerId}
      order by created_at desc limit 1000`,
  );
  return found.map((row) => row.blocked_id);
}

/** Finds the people among these who block this person. */
export async function findBlockers(ctx: Context, userId: string, ids: string[]): Promise<string[]> {
  const found = await rows(
    ctx.db.reads,
    { blocker_id: 'uuid' },
    sql`select blocker_id from blocks
      where blocker_id = any(${keysOf(ids)}::uuid[]) and blocked_id = ${userId}`,
  );
  return found.map((row) => row.blocker_id);
}
