import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { keysOf } from '../db/keys.ts';

/** For a statement's `with`: as `hidden`, people whom a block parts from the viewer, either way. */
export const hiddenFrom = (viewerId: string) => sql`
  hidden as materialized (
    select blocked_id as id from blocks where blocker_id = ${viewerId}
    union all select blocker_id from blocks where blocked_id = ${viewerId}
  )`;

/** Whether either blocks the other; two keys, asked as a batch. */
export async function isBlockBetween(ctx: Context, one: string, other: string): Promise<boolean> {
  const { rows } = await sql`
    select blocker_id from blocks
    where (blocker_id = ${one} and blocked_id = ${other}) or (blocker_id = ${other} and blocked_id = ${one})`.execute(
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

/** Ids of those a person blocks, the last blocked first; a thousand at most. */
export async function listBlockedIds(ctx: Context, blockerId: string): Promise<string[]> {
  const { rows } = await sql<{ blocked_id: string }>`
    select blocked_id from blocks where blocker_id = ${blockerId}
    order by created_at desc limit 1000`.execute(ctx.db);
  return rows.map((row) => row.blocked_id);
}

/** Those of these people who block this one. */
export async function findBlockers(ctx: Context, userId: string, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ blocker_id: string }>`
    select blocker_id from blocks
    where blocker_id = any(${keysOf(ids)}::uuid[]) and blocked_id = ${userId}`.execute(ctx.db);
  return rows.map((row) => row.blocker_id);
}
