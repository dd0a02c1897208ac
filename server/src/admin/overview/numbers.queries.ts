import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { one } from '../../platform/database/query.ts';

// Each statement asks all shards. Only admins ask for these numbers, and rarely.

/** Ids begin with their time, so these counts read only the newest rows. */
const since = (days: number) =>
  sql`(lpad(to_hex((extract(epoch from now() - make_interval(days => ${sql.lit(days)})) * 1000)::bigint), 12, '0')
    || '00000000000000000000')::uuid`;

/** Counts accounts, because erased people leave a row in `users`. */
export async function countPeople(ctx: Context) {
  return one(
    ctx.db.reads,
    { all: 'int8', day: 'int8', week: 'int8', month: 'int8' },
    sql`with everybody as materialized (select count(*) as all from accounts),
      recent as materialized (
        select count(*) filter (where user_id >= ${since(1)}) as day,
          count(*) filter (where user_id >= ${since(7)}) as week, count(*) as month
        from accounts where user_id >= ${since(30)})
      select * from everybody cross join recent`,
  );
}

/** People who used a session, or signed in and have no session any more. */
export async function countActive(ctx: Context) {
  return one(
    ctx.db.reads,
    { day: 'int8', week: 'int8', month: 'int8' },
    sql`select count(*) filter (where used > now() - interval '1 day') as day,
        count(*) filter (where used > now() - interval '7 days') as week, count(*) as month
      from (select max(used) as used from (
          select user_id, last_used_at as used from sessions where last_used_at > now() - interval '30 days'
          union all select user_id, at from account_activity where what = 'signIn' and at > now() - interval '30 days') as uses
        group by user_id) as person`,
  );
}

export async function countPosts(ctx: Context) {
  return one(
    ctx.db.reads,
    { all: 'int8', day: 'int8', week: 'int8' },
    sql`with stored as materialized (
        select coalesce(sum(public_posts_count + followers_posts_count), 0)::bigint as all from user_stats),
      recent as materialized (
        select count(*) filter (where id >= ${since(1)}) as day, count(*) as week
        from posts where id >= ${since(7)} and parent_id is null and deleted_at is null)
      select * from stored cross join recent`,
  );
}

export async function sumStorage(ctx: Context) {
  return one(
    ctx.db.reads,
    { bytes: 'int8' },
    sql`select coalesce(sum(stored_bytes), 0)::bigint as bytes from media_usage`,
  );
}

export async function countPending(ctx: Context) {
  return one(
    ctx.db.reads,
    { count: 'int8' },
    sql`select count(*) as count from hidden_users where reason = 'pending'`,
  );
}
