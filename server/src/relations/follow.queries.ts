import { sql } from 'kysely';
import type { Context } from '../kernel/context.ts';
import { exec, rows } from '../platform/database/query.ts';

/**
 * Inserts a follow and counts it for the follower, whose shard holds all these rows. Inserts nothing if the follow exists or
 * if the follower blocks the followee. The followee's count changes in `changeFollowerCount`, which finds out whether that
 * person exists.
 */
export async function insertFollow(
  ctx: Context,
  followerId: string,
  followeeId: string,
): Promise<boolean> {
  const affected = await exec(
    ctx.db,
    sql`with made as (
        insert into follows (follower_id, followee_id)
        select ${followerId}::uuid, ${followeeId}::uuid
        where not exists (select from blocks where blocker_id = ${followerId} and blocked_id = ${followeeId})
        on conflict do nothing
        returning follower_id
      )
      update user_stats set following_count = following_count + 1 from made
      where user_stats.user_id = ${followerId} and made.follower_id = user_stats.user_id`,
  );
  return affected > 0;
}

/** Deletes a follow and counts it for the follower. Returns whether there was one. */
export async function deleteFollow(
  ctx: Context,
  followerId: string,
  followeeId: string,
): Promise<boolean> {
  const affected = await exec(
    ctx.db,
    sql`with gone as (
        delete from follows where follower_id = ${followerId} and followee_id = ${followeeId}
        returning follower_id
      )
      update user_stats set following_count = following_count - 1 from gone
      where user_stats.user_id = ${followerId} and gone.follower_id = user_stats.user_id`,
  );
  return affected > 0;
}

/** Changes the followee's count. Returns false if there is no such person. */
export async function changeFollowerCount(
  ctx: Context,
  followeeId: string,
  by: 1 | -1,
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('user_stats')
    .set((eb) => ({ followers_count: eb('followers_count', '+', by) }))
    .where('user_id', '=', followeeId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type FollowSide = 'followers' | 'following';

/** The list continues after this person. `at` is the time of the follow. */
export interface FollowCursor {
  at: string;
  id: string;
}

/**
 * Lists the ids of a person's followers or of the people they follow, newest first. Does not leave out people whom the viewer
 * blocks. A list of followers queries all shards, because follows are sharded by the follower.
 */
export async function listFollowIds(
  ctx: Context,
  side: FollowSide,
  userId: string,
  after: FollowCursor | null,
  limit: number,
): Promise<FollowCursor[]> {
  const [own, other] =
    side === 'followers' ? ['followee_id', 'follower_id'] : ['follower_id', 'followee_id'];
  const olderOnly = after
    ? sql`and (created_at, ${sql.ref(other)}) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql``;
  return rows(
    ctx.db.reads,
    { id: 'uuid', at: 'text' },
    sql`select ${sql.ref(other)} as id, created_at::text as at from follows
      where ${sql.ref(own)} = ${userId} ${olderOnly}
      order by created_at desc, ${sql.ref(other)} desc
      limit ${limit}`,
  );
}
