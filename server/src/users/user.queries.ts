import { sql } from 'kysely';
import type { Context } from '../kernel/context.ts';
import { keysOf } from '../platform/database/keys.ts';

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
  // For an empty list of keys, a sharded database would ask every shard.
  if (ids.length === 0) return [];
  return ctx.db.reads
    .selectFrom('users')
    .innerJoin('user_stats', 'user_stats.user_id', 'users.id')
    .select(columns)
    .where('users.id', '=', sql<string>`any(${ids})`)
    .execute();
}
export type UserRecord = Awaited<ReturnType<typeof findUsers>>[number];

/** The relationship of the viewer to a person. */
export interface Relationship {
  id: string;
  /** The viewer follows the person. */
  follows: boolean;
  /** The person follows the viewer. */
  followed_by: boolean;
  blocks: boolean;
  blocked_by: boolean;
  /** The person has written to the viewer. */
  wrote: boolean;
}

/**
 * Finds people with their side of the relationship to the viewer, by their own keys, in one statement. The statement uses
 * only left joins: Citus then asks only the shards of these keys. Other joins and subqueries would have to repeat the keys.
 */
export async function findPeople(ctx: Context, viewerId: string, ids: string[]) {
  const { rows } = await sql<
    UserRecord & Pick<Relationship, 'followed_by' | 'blocked_by' | 'wrote'>
  >`
    select ${allOfUser}, follows.follower_id is not null as followed_by, blocks.blocker_id is not null as blocked_by,
      coalesce(membership.has_written, false) as wrote
    from users
    left join user_stats on user_stats.user_id = users.id
    left join follows on follows.follower_id = users.id and follows.followee_id = ${viewerId}
    left join blocks on blocks.blocker_id = users.id and blocks.blocked_id = ${viewerId}
    left join conversation_members as membership on membership.user_id = users.id and membership.other_id = ${viewerId}
    where users.id = any(${keysOf(ids)}::uuid[])`.execute(ctx.db.reads);
  return rows;
}

/** The columns of an author card, which every post shows. */
export type AuthorCardRow = Pick<
  UserRecord,
  'id' | 'username' | 'full_name' | 'avatar' | 'premium_until'
>;

/** Finds the author cards of these people, and whether they block the viewer. */
export async function findAuthorCards(
  ctx: Context,
  viewerId: string,
  ids: string[],
): Promise<(AuthorCardRow & { blocked_by: boolean })[]> {
  const { rows } = await sql<AuthorCardRow & { blocked_by: boolean }>`
    select id, username, full_name, avatar, premium_until, blocker_id is not null as blocked_by
    from users left join blocks on blocker_id = users.id and blocked_id = ${viewerId}
    where id = any(${keysOf(ids)}::uuid[])`.execute(ctx.db.reads);
  return rows;
}

/** Finds the ids of the people whom the viewer follows and blocks among these. One statement reads both by the viewer's key. */
export async function findViewerRelationships(ctx: Context, viewerId: string, ids: string[]) {
  const keys = keysOf(ids);
  const { rows } = await sql<{ follows: string[]; blocks: string[] }>`
    select
      array(select followee_id from follows where follower_id = ${viewerId} and followee_id = any(${keys}::uuid[])) as follows,
      array(select blocked_id from blocks where blocker_id = ${viewerId} and blocked_id = any(${keys}::uuid[])) as blocks`.execute(
    ctx.db.reads,
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
    where users.id = ${viewerId}`.execute(ctx.db.reads);
  return rows[0];
}

/**
 * Locks the counters of two people in the order of their ids, with one statement each. Every change of a relationship takes
 * this lock or `lockLower` first. A concurrent follow and block then run one after the other. Returns false if one of the two
 * does not exist.
 */
export async function lockPair(ctx: Context, one: string, other: string): Promise<boolean> {
  const found = await Promise.all([one, other].toSorted().map(async (id) => lockOne(ctx, id)));
  return found.every(Boolean);
}

/** Takes the first lock of `lockPair`, which already excludes all other changes of this relationship. */
export async function lockLower(ctx: Context, one: string, other: string): Promise<void> {
  await lockOne(ctx, one < other ? one : other);
}

async function lockOne(ctx: Context, id: string): Promise<boolean> {
  const { rows } = await sql`
    select user_id from user_stats where user_id = ${id} for update`.execute(ctx.db);
  return rows.length > 0;
}
