import { sql } from 'kysely';
import type { Context } from '../context.ts';

/**
 * Makes a follow that is new, and counts it on the follower's side, where all of this lies; none where the follower blocks
 * the other. The followee's count is moved by `moveFollowers`, which says whether there is such a person.
 */
export async function insertFollow(
  ctx: Context,
  followerId: string,
  followeeId: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with made as (
      insert into follows (follower_id, followee_id)
      select ${followerId}::uuid, ${followeeId}::uuid
      where not exists (select from blocks where blocker_id = ${followerId} and blocked_id = ${followeeId})
      on conflict do nothing
      returning follower_id
    )
    update user_stats set following_count = following_count + 1 from made
    where user_stats.user_id = ${followerId} and made.follower_id = user_stats.user_id`.execute(
    ctx.db,
  );
  return Number(numAffectedRows) > 0;
}

/** Takes a follow away, and its count on the follower's side; true when there was one. */
export async function deleteFollow(
  ctx: Context,
  followerId: string,
  followeeId: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with gone as (
      delete from follows where follower_id = ${followerId} and followee_id = ${followeeId}
      returning follower_id
    )
    update user_stats set following_count = following_count - 1 from gone
    where user_stats.user_id = ${followerId} and gone.follower_id = user_stats.user_id`.execute(
    ctx.db,
  );
  return Number(numAffectedRows) > 0;
}

/** False when there is no such person. */
export async function moveFollowers(
  ctx: Context,
  followeeId: string,
  by: 1 | -1,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update user_stats set followers_count = followers_count + ${by}::int where user_id = ${followeeId}`.execute(
    ctx.db,
  );
  return Number(numAffectedRows) > 0;
}

export type FollowSide = 'followers' | 'following';

/** Where a list of follows goes on: after this person, followed then. */
export interface FollowPlace {
  at: string;
  id: string;
}

/**
 * Ids of a person's followers or followed, newest first, also of those a block hides from who asks. Followers lie under
 * their own keys: on all shards.
 */
export async function listFollowIds(
  ctx: Context,
  side: FollowSide,
  userId: string,
  after: FollowPlace | null,
  limit: number,
): Promise<FollowPlace[]> {
  const [own, other] =
    side === 'followers' ? ['followee_id', 'follower_id'] : ['follower_id', 'followee_id'];
  const place = after
    ? sql`and (created_at, ${sql.ref(other)}) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql``;
  const { rows } = await sql<FollowPlace>`
    select ${sql.ref(other)} as id, created_at::text as at from follows
    where ${sql.ref(own)} = ${userId} ${place}
    order by created_at desc, ${sql.ref(other)} desc
    limit ${limit}`.execute(ctx.db);
  return rows;
}
