import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { one, rows } from '../../platform/database/query.ts';
import type { FollowCursor } from '../follow.queries.ts';

/** Lists the ids of the people who ask to follow a person, newest first. All rows have the key of that person. */
export async function listRequestIds(
  ctx: Context,
  followeeId: string,
  after: FollowCursor | null,
  limit: number,
): Promise<FollowCursor[]> {
  const olderOnly = after
    ? sql`and (created_at, follower_id) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql``;
  return rows(
    ctx.db.reads,
    { id: 'uuid', at: 'text' },
    sql`select follower_id as id, created_at::text as at from follow_requests
      where followee_id = ${followeeId} ${olderOnly}
      order by created_at desc, follower_id desc
      limit ${limit}`,
  );
}

/** Turns a request into a follow, and adds it to the counts of both people. Returns false if there is no request. */
export async function acceptRequest(
  ctx: Context,
  followerId: string,
  followeeId: string,
): Promise<boolean> {
  const found = await one(
    ctx.db,
    { accepted: 'bool' },
    sql`select accept_follow_request(${followerId}, ${followeeId}) as accepted`,
  );
  return found?.accepted ?? false;
}

/** Returns false if there is no request. */
export async function deleteRequest(
  ctx: Context,
  followerId: string,
  followeeId: string,
): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('follow_requests')
    .where('followee_id', '=', followeeId)
    .where('follower_id', '=', followerId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0;
}
