import { sql } from 'kysely';
import { unblocked } from '../blocks/block.queries.ts';
import type { Context } from '../context.ts';

/** True when the follow is new. Counters move with it. */
export async function insertFollow(
  ctx: Context,
  followerId: string,
  followeeId: string,
): Promise<boolean> {
  const rows = await ctx.db
    .insertInto('follows')
    .values({ follower_id: followerId, followee_id: followeeId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('follower_id')
    .execute();
  if (rows.length > 0) await moveCounts(ctx, followerId, followeeId, 1);
  return rows.length > 0;
}

/** True when there was a follow to take away. */
export async function deleteFollow(
  ctx: Context,
  followerId: string,
  followeeId: string,
): Promise<boolean> {
  const rows = await ctx.db
    .deleteFrom('follows')
    .where('follower_id', '=', followerId)
    .where('followee_id', '=', followeeId)
    .returning('follower_id')
    .execute();
  if (rows.length > 0) await moveCounts(ctx, followerId, followeeId, -1);
  return rows.length > 0;
}

async function moveCounts(
  ctx: Context,
  followerId: string,
  followeeId: string,
  by: 1 | -1,
): Promise<void> {
  await sql`
    update user_stats set
      following_count = following_count + case when user_id = ${followerId} then ${by}::int else 0 end,
      followers_count = followers_count + case when user_id = ${followeeId} then ${by}::int else 0 end
    where user_id = any(${[followerId, followeeId]})`.execute(ctx.db);
}

export type FollowSide = 'followers' | 'following';

/** Where a list of follows goes on: after this person, followed then. */
export interface FollowPlace {
  at: string;
  id: string;
}

/** Ids of a person's followers or followed, newest first, without those a block hides from the viewer. */
export async function listFollowIds(
  ctx: Context,
  side: FollowSide,
  userId: string,
  viewerId: string,
  page: { after: FollowPlace | null; offset: number; limit: number },
): Promise<FollowPlace[]> {
  const [own, other] =
    side === 'followers' ? ['followee_id', 'follower_id'] : ['follower_id', 'followee_id'];
  const after = page.after
    ? sql`and (created_at, ${sql.ref(other)}) < (${page.after.at}::timestamptz, ${page.after.id}::uuid)`
    : sql``;
  const { rows } = await sql<FollowPlace>`
    select ${sql.ref(other)} as id, created_at::text as at from follows
    where ${sql.ref(own)} = ${userId} ${after}
      and ${unblocked(viewerId, sql.ref<string>(other))}
    order by created_at desc, ${sql.ref(other)} desc
    limit ${page.limit} offset ${page.offset}`.execute(ctx.db);
  return rows;
}
