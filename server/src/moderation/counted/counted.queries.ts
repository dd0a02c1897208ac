import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { exec, one, rows } from '../../platform/database/query.ts';
import { isHidden } from '../../users/hidden-user.queries.ts';

/** Rows of a person that a counter of somebody else contains, if `column` is true. */
export interface CountedRows {
  table: 'likes' | 'follows';
  column: 'is_counted' | 'is_follower_counted' | 'is_followee_counted';
  /** The column of the person. */
  person: 'user_id' | 'follower_id' | 'followee_id';
  /** The column of the post or person whose counter it is. */
  target: 'post_id' | 'followee_id' | 'follower_id';
}

export interface Counter {
  table: 'post_stats' | 'user_stats';
  key: 'post_id' | 'user_id';
  column: 'like_count' | 'comment_count' | 'repost_count' | 'followers_count' | 'following_count';
}

/** Tells whether a person is hidden now. */
export async function isPersonHidden(ctx: Context, userId: string): Promise<boolean> {
  const found = await one(
    ctx.db,
    { is_hidden: 'bool' },
    sql`select ${isHidden(sql`${userId}::uuid`)} as is_hidden`,
  );
  return found?.is_hidden ?? false;
}

/** Which rows of a person to list: those whose mark differs, in the order of ids. */
export interface Part {
  userId: string;
  isCounted: boolean;
  after: string;
  limit: number;
}

/** Lists likes, or follows in one direction, by the id of their target. A list of followers queries all shards. */
export async function listMarked(
  ctx: Context,
  { table, column, person, target }: CountedRows,
  { userId, isCounted, after, limit }: Part,
): Promise<string[]> {
  return ids(
    ctx,
    sql`select ${sql.ref(target)} as id from ${sql.table(table)}
      where ${sql.ref(person)} = ${userId} and ${sql.ref(column)} <> ${isCounted} and ${sql.ref(target)} > ${after}
      order by 1 limit ${limit}::int`,
  );
}

/** Lists the ids of all comments and reposts of a person, whatever their marks. */
export async function listCommentsAndReposts(
  ctx: Context,
  { userId, after, limit }: Part,
): Promise<string[]> {
  return ids(
    ctx,
    sql`select post_id as id from author_posts
      where author_id = ${userId} and kind <> 'post' and post_id > ${after} order by 1 limit ${limit}::int`,
  );
}

/** Lists the ids of the withheld posts of a person, on all shards. */
export async function listWithheld(
  ctx: Context,
  { userId, after, limit }: Part,
): Promise<string[]> {
  return ids(
    ctx,
    sql`select id from posts
      where author_id = ${userId} and withheld_as is not null and id > ${after} order by 1 limit ${limit}::int`,
  );
}

/** Reads the posts whose counters contain these comments and reposts, if the mark differs. */
export async function findTargets(
  ctx: Context,
  postIds: string[],
  isCounted: boolean,
): Promise<string[]> {
  return ids(
    ctx,
    sql`select distinct coalesce(parent_id, repost_of_id) as id from posts
      where id = any(${postIds}::uuid[]) and is_counted <> ${isCounted} and coalesce(parent_id, repost_of_id) is not null`,
  );
}

/**
 * Locks counters, one after the other in the order of ids, as all who lock several. Other tables follow after it, as everywhere. One
 * statement would lock them in any order.
 */
export async function lockCounters(
  ctx: Context,
  { table, key }: Pick<Counter, 'table' | 'key'>,
  targets: string[],
): Promise<void> {
  for (const id of targets.toSorted())
    await exec(
      ctx.db,
      sql`select from ${sql.table(table)} where ${sql.ref(key)} = ${id} for update`,
    );
}

/** Marks likes or follows as counted, or as not counted. Returns the targets of those that were not marked so before. */
export async function setMarked(
  ctx: Context,
  { table, column, person, target }: CountedRows,
  userId: string,
  targets: string[],
  isCounted: boolean,
): Promise<string[]> {
  return ids(
    ctx,
    sql`update ${sql.table(table)} set ${sql.ref(column)} = ${isCounted}
      where ${sql.ref(person)} = ${userId} and ${sql.ref(target)} = any(${targets}::uuid[])
        and ${sql.ref(column)} <> ${isCounted}
      returning ${sql.ref(target)} as id`,
  );
}

const changedPost = {
  parent_id: 'uuid?',
  repost_of_id: 'uuid?',
  is_deleted: 'bool',
} as const;

/** Marks comments and reposts as counted, or as not counted. Returns those that were not marked so before. */
export async function setPostsMarked(ctx: Context, postIds: string[], isCounted: boolean) {
  return rows(
    ctx.db,
    changedPost,
    sql`update posts set is_counted = ${isCounted}
      where id = any(${postIds}::uuid[]) and is_counted <> ${isCounted}
      returning parent_id, repost_of_id, deleted_at is not null as is_deleted`,
  );
}

/** Adds `change` to a counter for each of these ids, which may repeat. */
export async function addToCounters(
  ctx: Context,
  { table, key, column }: Counter,
  changed: string[],
  change: number,
): Promise<void> {
  for (const [times, these] of Map.groupBy(countEach(changed), ([, count]) => count))
    await exec(
      ctx.db,
      sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} + ${change * times}::int
        where ${sql.ref(key)} = any(${these.map(([id]) => id)}::uuid[])`,
    );
}

/** Lists everybody who is hidden, or of whom something is not counted, on all shards. */
export async function listUncounted(ctx: Context): Promise<string[]> {
  return ids(
    ctx,
    sql`select user_id as id from hidden_users
      union select user_id from likes where not is_counted
      union select follower_id from follows where not is_follower_counted
      union select followee_id from follows where not is_followee_counted
      union select author_id from posts where not is_counted`,
  );
}

function countEach(list: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of list) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

async function ids(ctx: Context, statement: RawBuilder<unknown>): Promise<string[]> {
  const found = await rows(ctx.db, { id: 'uuid' }, statement);
  return found.map(({ id }) => id);
}
