import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { rows, type Row } from '../../platform/database/query.ts';

const pair = { by: 'uuid', of: 'uuid' } as const;
/** A follow or block: `by` whom, and of whom. */
export type Pair = Row<typeof pair>;

/** Lists follows of a person, in both directions. Those of followers are on all shards. */
export async function listFollowPairs(
  ctx: Context,
  userId: string,
  limit: number,
): Promise<Pair[]> {
  return rows(
    ctx.db.reads,
    pair,
    sql`(select follower_id as by, followee_id as of from follows where follower_id = ${userId} limit ${limit}::int)
      union all
      (select follower_id, followee_id from follows where followee_id = ${userId} limit ${limit}::int)`,
  );
}

/** Lists blocks of a person, in both directions. */
export async function listBlockPairs(ctx: Context, userId: string, limit: number): Promise<Pair[]> {
  return rows(
    ctx.db.reads,
    pair,
    sql`(select blocker_id as by, blocked_id as of from blocks where blocker_id = ${userId} limit ${limit}::int)
      union all
      (select blocker_id, blocked_id from blocked_by where blocked_id = ${userId} limit ${limit}::int)`,
  );
}
