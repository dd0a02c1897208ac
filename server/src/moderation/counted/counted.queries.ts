import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { exec, one, rows } from '../../platform/database/query.ts';
import { isHidden } from '../../users/hidden-user.queries.ts';

/** The position before all ids. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** A counter, and the rows that it counts. */
export interface Mark {
  table: 'likes' | 'follows' | 'posts';
  column: 'is_counted' | 'is_follower_counted' | 'is_followee_counted';
  /** The column of the person. */
  person: 'user_id' | 'follower_id' | 'followee_id' | 'author_id';
  /** The column of what the person liked, wrote or followed, or of the follower. */
  other: 'post_id' | 'followee_id' | 'follower_id' | 'id';
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

/** Lists likes, or follows in one direction, by the id of the other side. A list of followers queries all shards. */
export async function listMarked(
  ctx: Context,
  { table, person, other }: Mark,
  userId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  return ids(
    ctx,
    sql`select ${sql.ref(other)} as id from ${sql.table(table)}
      where ${sql.ref(person)} = ${userId} and ${sql.ref(other)} > ${after} order by 1 limit ${limit}::int`,
  );
}

/** Lists the comments and reposts of a person. */
export async function listAnswers(
  ctx: Context,
  userId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  return ids(
    ctx,
    sql`select post_id as id from author_posts
      where author_id = ${userId} and kind <> 'post' and post_id > ${after} order by 1 limit ${limit}::int`,
  );
}

/** Lists the withheld posts of a person, on all shards. */
export async function listWithheld(
  ctx: Context,
  userId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  return ids(
    ctx,
    sql`select id from posts
      where author_id = ${userId} and withheld_as is not null and id > ${after} order by 1 limit ${limit}::int`,
  );
}

/** Marks likes or follows as counted, or as not counted. Returns the other side of those that were not marked so before. */
export async function setMarked(
  ctx: Context,
  { table, column, person, other }: Mark,
  userId: string,
  others: string[],
  isCounted: boolean,
): Promise<string[]> {
  return ids(
    ctx,
    sql`update ${sql.table(table)} set ${sql.ref(column)} = ${isCounted}
      where ${sql.ref(person)} = ${userId} and ${sql.ref(other)} = any(${others}::uuid[])
        and ${sql.ref(column)} <> ${isCounted}
      returning ${sql.ref(other)} as id`,
  );
}

const changedAnswer = {
  parent_id: 'uuid?',
  repost_of_id: 'uuid?',
  is_deleted: 'bool',
} as const;

/** Marks comments and reposts as counted, or as not counted. Returns those that were not marked so before. */
export async function setAnswersMarked(ctx: Context, postIds: string[], isCounted: boolean) {
  return rows(
    ctx.db,
    changedAnswer,
    sql`update posts set is_counted = ${isCounted}
      where id = any(${postIds}::uuid[]) and is_counted <> ${isCounted}
      returning parent_id, repost_of_id, deleted_at is not null as is_deleted`,
  );
}

/** Adds `change` to a counter for each of these ids, which may repeat. */
export async function addToCounters(
  ctx: Context,
  { table, key, counter }: Counter,
  changed: string[],
  change: number,
): Promise<void> {
  for (const [times, these] of Map.groupBy(countEach(changed), ([, count]) => count))
    await exec(
      ctx.db,
      sql`update ${sql.table(table)} set ${sql.ref(counter)} = ${sql.ref(counter)} + ${change * times}::int
        where ${sql.ref(key)} = any(${these.map(([id]) => id)}::uuid[])`,
    );
}

export interface Counter {
  table: 'post_stats' | 'user_stats';
  key: 'post_id' | 'user_id';
  counter: 'like_count' | 'comment_count' | 'repost_count' | 'followers_count' | 'following_count';
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
