import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { keysOf } from '../db/keys.ts';

const columns = [
  'users.id',
  'users.username',
  'users.full_name',
  'users.bio',
  'users.avatar',
  'users.cover_image',
  'users.message_preference',
  'users.premium_until',
  'users.created_at',
  'user_stats.followers_count',
  'user_stats.following_count',
  'user_stats.public_posts_count',
  'user_stats.followers_posts_count',
] as const;
const allOfUser = sql.join(columns.map((column) => sql.ref(column)));

export async function findUsers(ctx: Context, ids: string[]) {
  // Of no keys a distributed database asks every shard.
  if (ids.length === 0) return [];
  return ctx.db
    .selectFrom('users')
    .innerJoin('user_stats', 'user_stats.user_id', 'users.id')
    .select(columns)
    .where('users.id', '=', sql<string>`any(${ids})`)
    .execute();
}
export type UserRecord = Awaited<ReturnType<typeof findUsers>>[number];

export interface Relation {
  id: string;
  follows: boolean;
  followed_by: boolean;
  blocks: boolean;
  blocked_by: boolean;
  /** Has written to the viewer. */
  wrote: boolean;
}

/**
 * These people, and what they are to the viewer; all under their own keys, in one statement. By left joins alone: of these a
 * distributed database asks the shards of the keys, where another join or a subquery would have to name the keys too.
 */
export async function findPeople(ctx: Context, viewerId: string, ids: string[]) {
  const { rows } = await sql<UserRecord & Pick<Relation, 'followed_by' | 'blocked_by' | 'wrote'>>`
    select ${allOfUser}, follows.follower_id is not null as followed_by, blocks.blocker_id is not null as blocked_by,
      coalesce(place.has_written, false) as wrote
    from users
    left join user_stats on user_stats.user_id = users.id
    left join follows on follows.follower_id = users.id and follows.followee_id = ${viewerId}
    left join blocks on blocks.blocker_id = users.id and blocks.blocked_id = ${viewerId}
    left join conversation_members as place on place.user_id = users.id and place.other_id = ${viewerId}
    where users.id = any(${keysOf(ids)}::uuid[])`.execute(ctx.db);
  return rows;
}

/** Of a person, what stands beside everything they wrote. */
export type FaceRecord = Pick<
  UserRecord,
  'id' | 'username' | 'full_name' | 'avatar' | 'premium_until'
>;

/** The same of many people, with no more than a post is shown with. */
export async function findFaces(
  ctx: Context,
  viewerId: string,
  ids: string[],
): Promise<(FaceRecord & { blocked_by: boolean })[]> {
  const { rows } = await sql<FaceRecord & { blocked_by: boolean }>`
    select id, username, full_name, avatar, premium_until, blocker_id is not null as blocked_by
    from users left join blocks on blocker_id = users.id and blocked_id = ${viewerId}
    where id = any(${keysOf(ids)}::uuid[])`.execute(ctx.db);
  return rows;
}

/** Those of these people whom the viewer follows and blocks; under the viewer's key, in one statement. */
export async function findTies(ctx: Context, viewerId: string, ids: string[]) {
  const keys = keysOf(ids);
  const { rows } = await sql<{ follows: string[]; blocks: string[] }>`
    select
      array(select followee_id from follows where follower_id = ${viewerId} and followee_id = any(${keys}::uuid[])) as follows,
      array(select blocked_id from blocks where blocker_id = ${viewerId} and blocked_id = any(${keys}::uuid[])) as blocks`.execute(
    ctx.db,
  );
  return rows[0] ?? { follows: [], blocks: [] };
}

export async function findOwnExtras(ctx: Context, viewerId: string) {
  const { rows } = await sql<{
    email: string;
    notification_preferences: unknown;
    blocked: string[];
    following: string[];
  }>`
    select accounts.email, users.notification_preferences,
      array(select blocked_id from blocks where blocker_id = ${viewerId} order by created_at desc) as blocked,
      array(select followee_id from follows where follower_id = ${viewerId} order by created_at desc limit 1000) as following
    from users join accounts on accounts.user_id = users.id
    where users.id = ${viewerId}`.execute(ctx.db);
  return rows[0];
}

/**
 * Locks the counters of two people, always in the order of their ids, each by a statement of its own. Whatever changes what
 * stands between two people does this first, or at least `lockLower`, so that a follow and a block at the same moment
 * come one after the other. False when one of them is not there.
 */
export async function lockPair(ctx: Context, one: string, other: string): Promise<boolean> {
  const found = await Promise.all([one, other].toSorted().map(async (id) => lockOne(ctx, id)));
  return found.every(Boolean);
}

/** The half of `lockPair` that is enough to keep others out, where the other row is locked after this one or not at all. */
export async function lockLower(ctx: Context, one: string, other: string): Promise<void> {
  await lockOne(ctx, one < other ? one : other);
}

async function lockOne(ctx: Context, id: string): Promise<boolean> {
  const { rows } = await sql`
    select user_id from user_stats where user_id = ${id} for update`.execute(ctx.db);
  return rows.length > 0;
}
