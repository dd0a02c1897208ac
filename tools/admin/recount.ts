import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../../server/src/kernel/context.ts';
import { rows } from '../../server/src/platform/database/query.ts';
import { transaction } from '../../server/src/platform/database/transaction.ts';
import { MIN_ID } from '../../server/src/platform/database/id-bounds.ts';

const IDS_PER_BATCH = 500;

/** A table with counters, and a statement that counts again. */
interface Counted {
  table: 'user_stats' | 'post_stats';
  key: 'user_id' | 'post_id';
  /** The column of each counter. */
  counters: readonly string[];
  /** Selects `id` and the counters of these ids. Each part reads one table by its own key, because Citus cannot join others. */
  count: (ids: RawBuilder<unknown>) => RawBuilder<unknown>;
}

const people: Counted = {
  table: 'user_stats',
  key: 'user_id',
  counters: ['followers_count', 'following_count', 'public_posts_count', 'followers_posts_count'],
  count: (ids) => sql`
    with followers as materialized (
      select followee_id as id, count(*)::int as count from follows
      where followee_id = ${ids} and is_follower_counted group by 1
    ), followed as materialized (
      select follower_id as id, count(*)::int as count from follows
      where follower_id = ${ids} and is_followee_counted group by 1
    ), hidden as materialized (
      select id from posts where withheld_as = 'hidden' and author_id = ${ids}
    ), written as materialized (
      select author_id as id, count(*) filter (where visibility = 'public')::int as public,
        count(*) filter (where visibility = 'followers')::int as closed
      from author_posts where author_id = ${ids} and kind <> 'comment'
        and post_id not in (select id from hidden) group by 1
    ), asked as materialized (select user_id as id from user_stats where user_id = ${ids})
    select id, coalesce(followers.count, 0) as followers_count, coalesce(followed.count, 0) as following_count,
      coalesce(public, 0) as public_posts_count, coalesce(closed, 0) as followers_posts_count
    from asked left join followers using (id) left join followed using (id) left join written using (id)`,
};

const posts: Counted = {
  table: 'post_stats',
  key: 'post_id',
  counters: ['like_count', 'comment_count', 'repost_count', 'engager_count'],
  count: (ids) => sql`
    with target as materialized (
      select id, coalesce(root_id, id) as root_id from posts where id = ${ids}
    ), liked as materialized (
      select post_id as id, count(*)::int as count from likes where post_id = ${ids} and is_counted group by 1
    ), answers as materialized (
      select target.id, post_id
      from target join thread_posts on thread_posts.root_id = target.root_id and thread_posts.parent_id = target.id
        and not is_deleted
    ), answered as materialized (
      select answers.id, count(*)::int as count from answers join posts on posts.id = answers.post_id and is_counted group by 1
    ), reposted as materialized (
      select repost_of_id as id, count(*)::int as count from posts
      where repost_of_id = ${ids} and is_counted group by 1
    ), engaged as materialized (
      select post_id as id, count(*)::int as count from post_engagers where post_id = ${ids} group by 1
    ), asked as materialized (select post_id as id from post_stats where post_id = ${ids})
    select id, coalesce(liked.count, 0) as like_count, coalesce(answered.count, 0) as comment_count,
      coalesce(reposted.count, 0) as repost_count, coalesce(engaged.count, 0) as engager_count
    from asked left join liked using (id) left join answered using (id) left join reposted using (id)
      left join engaged using (id)`,
};

/** Recounts the counters of all people and posts. Returns how many were wrong. With `isDryRun`, changes nothing. */
export async function recountAll(ctx: Context, isDryRun: boolean) {
  return {
    people: await recount(ctx, people, isDryRun),
    posts: await recount(ctx, posts, isDryRun),
  };
}

async function recount(ctx: Context, counted: Counted, isDryRun: boolean): Promise<number> {
  let wrong = 0;
  for (let after = MIN_ID; ;) {
    const ids = await listIds(ctx, counted, after);
    if (ids.length > 0)
      for (const id of await findWrong(ctx, counted, ids))
        if (isDryRun || (await correct(ctx, counted, id))) wrong += 1;
    if (ids.length < IDS_PER_BATCH) return wrong;
    after = ids.at(-1) ?? after;
  }
}

const idColumn = { id: 'uuid' } as const;

async function listIds(ctx: Context, { table, key }: Counted, after: string): Promise<string[]> {
  const found = await rows(
    ctx.db.reads,
    idColumn,
    sql`select ${sql.ref(key)} as id from ${sql.table(table)} where ${sql.ref(key)} > ${after}
      order by 1 limit ${IDS_PER_BATCH}`,
  );
  return found.map(({ id }) => id);
}

async function findWrong(ctx: Context, counted: Counted, ids: string[]): Promise<string[]> {
  const { table, key, counters, count } = counted;
  const these = sql`any(${ids}::uuid[])`;
  const columns = (of: string) => sql.join(counters.map((name) => sql.ref(`${of}.${name}`)));
  const found = await rows(
    ctx.db.reads,
    idColumn,
    sql`with counted as materialized (${count(these)}),
        stored as materialized (select * from ${sql.table(table)} where ${sql.ref(key)} = ${these})
      select counted.id from counted join stored on stored.${sql.ref(key)} = counted.id
      where (${columns('stored')}) is distinct from (${columns('counted')}) order by 1`,
  );
  return found.map(({ id }) => id);
}

/**
 * Counts again while the row is locked. Every change of a counter locks the row in the transaction that changes what it counts, so
 * the result is exact beside a running server. Returns false if a running change had caused the difference.
 */
async function correct(ctx: Context, counted: Counted, id: string): Promise<boolean> {
  const { table, key, counters, count } = counted;
  return transaction(ctx, async (tx) => {
    await rows(
      tx.db,
      idColumn,
      sql`select ${sql.ref(key)} as id from ${sql.table(table)} where ${sql.ref(key)} = ${id} for update`,
    );
    if ((await findWrong(tx, counted, [id])).length === 0) return false;
    const changes = sql.join(
      counters.map((name) => sql`${sql.ref(name)} = counted.${sql.ref(name)}`),
    );
    await sql`with counted as materialized (${count(sql`any(${[id]}::uuid[])`)})
      update ${sql.table(table)} as stored set ${changes} from counted
      where stored.${sql.ref(key)} = counted.id and stored.${sql.ref(key)} = ${id}`.execute(tx.db);
    return true;
  });
}
