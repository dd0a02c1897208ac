import { sql } from 'kysely';
import type { Context } from '../kernel/context.ts';
import { keysOf } from '../platform/database/keys.ts';
import { one, rows, type Row } from '../platform/database/query.ts';

const profile = {
  id: 'uuid',
  username: 'text',
  full_name: 'text',
  bio: 'text',
  avatar: 'text?',
  cover_image: 'text?',
  message_preference: 'text',
  premium_until: 'timestamptz?',
  created_at: 'timestamptz',
} as const;
const counters = {
  followers_count: 'int4',
  following_count: 'int4',
  public_posts_count: 'int4',
  followers_posts_count: 'int4',
} as const;
const userRecord = { ...profile, ...counters };
export type UserRecord = Row<typeof userRecord>;

const userColumns = [
  ...(Object.keys(profile) as (keyof typeof profile)[]).map((name) => `users.${name}` as const),
  ...(Object.keys(counters) as (keyof typeof counters)[]).map(
    (name) => `user_stats.${name}` as const,
  ),
];
const allOfUser = sql.join(userColumns.map((column) => sql.ref(column)));

export async function findUsers(ctx: Context, ids: string[]): Promise<UserRecord[]> {
  // For an empty list of keys, a sharded database would ask every shard.
  if (ids.length === 0) return [];
  return ctx.db.reads
    .selectFrom('users')
    .innerJoin('user_stats', 'user_stats.user_id', 'users.id')
    .select(userColumns)
    .where('users.id', '=', sql<string>`any(${ids})`)
    .execute();
}

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

const person = { ...userRecord, followed_by: 'bool', blocked_by: 'bool', wrote: 'bool' } as const;

/**
 * Finds people with their side of the relationship to the viewer, by their own keys, in one statement. The statement uses
 * only left joins: Citus then asks only the shards of these keys. Other joins and subqueries would have to repeat the keys.
 */
export async function findPeople(ctx: Context, viewerId: string, ids: string[]) {
  return rows(
    ctx.db.reads,
    person,
    sql`select ${allOfUser}, follows.follower_id is not null as followed_by, blocks.blocker_id is not null as blocked_by,
        coalesce(membership.has_written, false) as wrote
      from users
      left join user_stats on user_stats.user_id = users.id
      left join follows on follows.follower_id = users.id and follows.followee_id = ${viewerId}
      left join blocks on blocks.blocker_id = users.id and blocks.blocked_id = ${viewerId}
      left join conversation_members as membership on membership.user_id = users.id and membership.other_id = ${viewerId}
      where users.id = any(${keysOf(ids)}::uuid[])`,
  );
}

const authorCard = {
  id: 'uuid',
  username: 'text',
  full_name: 'text',
  avatar: 'text?',
  premium_until: 'timestamptz?',
} as const;
/** The columns of an author card, which every post shows. */
export type AuthorCardRow = Row<typeof authorCard>;
const authorCardForViewer = { ...authorCard, blocked_by: 'bool' } as const;

/** Finds the author cards of these people, and whether they block the viewer. */
export async function findAuthorCards(
  ctx: Context,
  viewerId: string,
  ids: string[],
): Promise<Row<typeof authorCardForViewer>[]> {
  return rows(
    ctx.db.reads,
    authorCardForViewer,
    sql`select id, username, full_name, avatar, premium_until, blocker_id is not null as blocked_by
      from users left join blocks on blocker_id = users.id and blocked_id = ${viewerId}
      where id = any(${keysOf(ids)}::uuid[])`,
  );
}

/** Finds the ids of the people whom the viewer follows and blocks among these. One statement reads both by the viewer's key. */
export async function findViewerRelationships(ctx: Context, viewerId: string, ids: string[]) {
  const keys = keysOf(ids);
  const found = await one(
    ctx.db.reads,
    { follows: 'uuid[]', blocks: 'uuid[]' },
    sql`select
        array(select followee_id from follows where follower_id = ${viewerId} and followee_id = any(${keys}::uuid[])) as follows,
        array(select blocked_id from blocks where blocker_id = ${viewerId} and blocked_id = any(${keys}::uuid[])) as blocks`,
  );
  return found ?? { follows: [], blocks: [] };
}

export async function findOwnExtras(ctx: Context, viewerId: string) {
  return one(
    ctx.db.reads,
    { email: 'text', notification_preferences: 'jsonb', blocked: 'uuid[]', following: 'uuid[]' },
    sql`select accounts.email, users.notification_preferences,
        array(select blocked_id from blocks where blocker_id = ${viewerId} order by created_at desc) as blocked,
        array(select followee_id from follows where follower_id = ${viewerId} order by created_at desc limit 1000) as following
      from users join accounts on accounts.user_id = users.id
      where users.id = ${viewerId}`,
  );
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
  const found = await one(
    ctx.db,
    { user_id: 'uuid' },
    sql`select user_id from user_stats where user_id = ${id} for update`,
  );
  return found !== undefined;
}
