import { sql } from 'kysely';
import type { Context } from '../kernel/context.ts';
import { rows } from '../platform/database/query.ts';
import { isHidden } from '../users/hidden-user.queries.ts';

/** A common table expression `hidden`: the ids of people with a block between them and the viewer, in either direction. */
export const hiddenFrom = (viewerId: string) => sql`
  hidden as materialized (
    select blocked_id as id from blocks where blocker_id = ${viewerId}
    union all select blocker_id from blocked_by where blocked_id = ${viewerId}
  )`;

/** Deletes a block, in both tables. Returns whether there was one. */
export async function deleteBlock(
  ctx: Context,
  blockerId: string,
  blockedId: string,
): Promise<boolean> {
  const [deleted] = await Promise.all(
    (['blocks', 'blocked_by'] as const).map(async (table) =>
      ctx.db
        .deleteFrom(table)
        .where('blocker_id', '=', blockerId)
        .where('blocked_id', '=', blockedId)
        .executeTakeFirst(),
    ),
  );
  return deleted!.numDeletedRows > 0;
}

/** Inserts a block, in both tables. */
export async function insertBlock(
  ctx: Context,
  blockerId: string,
  blockedId: string,
): Promise<void> {
  const row = { blocker_id: blockerId, blocked_id: blockedId };
  await Promise.all(
    (['blocks', 'blocked_by'] as const).map(async (table) =>
      ctx.db.insertInto(table).values(row).execute(),
    ),
  );
}

/** Lists the ids of at most 1,000 people whom a person blocks, the latest block first. Leaves out hidden people. */
export async function listBlockedIds(ctx: Context, blockerId: string): Promise<string[]> {
  const found = await rows(
    ctx.db.reads,
    { blocked_id: 'uuid' },
    sql`select blocked_id from blocks where blocker_id = ${blockerId} and not ${isHidden(sql`blocked_id`)}
      order by created_at desc limit 1000`,
  );
  return found.map((row) => row.blocked_id);
}
