import { sql } from 'kysely';
import { z } from 'zod';
import type { Context } from '../kernel/context.ts';
import { narrow, one, rows } from '../platform/database/query.ts';
import { timeText } from '../platform/http/paging/paging.ts';

const verdict = <Verdict extends string>() => ({ verdict: narrow<Verdict>('text') }) as const;

/** Inserts a follow, or a request if the person approves followers. Names what changed. */
export async function insertFollow(ctx: Context, followerId: string, followeeId: string) {
  const found = await one(
    ctx.db,
    verdict<
      | 'not_found'
      | 'blocked'
      | 'already_following'
      | 'already_requested'
      | 'requested'
      | 'inserted'
      | 'request_replaced'
    >(),
    sql`select insert_follow(${followerId}, ${followeeId}) as verdict`,
  );
  return found?.verdict;
}

/** Deletes a follow, or the request for it. Only `deleted` and `withdrawn` mean that rows changed. */
export async function deleteFollow(ctx: Context, followerId: string, followeeId: string) {
  const found = await one(
    ctx.db,
    verdict<'not_found' | 'not_following' | 'withdrawn' | 'deleted'>(),
    sql`select delete_follow(${followerId}, ${followeeId}) as verdict`,
  );
  return found?.verdict;
}

/** Returns those of these people whom a person follows. */
export async function findFollowed(
  ctx: Context,
  followerId: string,
  ids: readonly string[],
): Promise<string[]> {
  const found = await rows(
    ctx.db.reads,
    { id: 'uuid' },
    sql`select followee_id as id from follows
      where follower_id = ${followerId} and followee_id = any(${ids}::uuid[])`,
  );
  return found.map(({ id }) => id);
}

export type FollowSide = 'followers' | 'following';

/** The list continues after this person. `at` is the time of the follow. */
export const followCursor = z.object({ at: timeText, id: z.uuid() });
export type FollowCursor = z.infer<typeof followCursor>;

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
