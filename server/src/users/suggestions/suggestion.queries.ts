import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { rows, type Row } from '../../platform/database/query.ts';
import { hiddenAmong } from '../hidden-user.queries.ts';
import { limitedAmong } from '../limited-user.queries.ts';

/** The most rows that each source reads. The bounds keep the cost constant for people who follow thousands. */
const maxRows = { followed: 100, ofEach: 50, followers: 200, posts: 300, newcomers: 50 } as const;

const candidate = {
  id: 'uuid',
  /** The rank of the source. 1 is the best. */
  source: 'int4',
  score: 'int4',
} as const;
export type Candidate = Row<typeof candidate>;

/** Finds the candidates of all sources, each once with its best source. Queries all shards. */
export async function findCandidates(ctx: Context, viewerId: string): Promise<Candidate[]> {
  return rows(
    ctx.db.reads,
    candidate,
    sql`with followed as materialized (
        select followee_id from follows where follower_id = ${viewerId}
        order by created_at desc, followee_id desc limit ${maxRows.followed}::int
      ), hops as materialized (
        select next.followee_id as id, count(*)::int as score
        from users cross join lateral (
          select followee_id from follows where follower_id = users.id
          order by created_at desc, followee_id desc limit ${maxRows.ofEach}::int) as next
        where users.id = any(array(select followee_id from followed)) and users.show_follows
        group by next.followee_id
      ), followers as materialized (
        select follower_id as id from follows where followee_id = ${viewerId}
        order by created_at desc, follower_id desc limit ${maxRows.followers}::int
      ), newest as materialized (
        select author_id from posts
        where parent_id is null and repost_of_id is null and deleted_at is null and visibility = 'public'
        order by id desc limit ${maxRows.posts}::int
      ), newcomers as materialized (
        select id from users order by id desc limit ${maxRows.newcomers}::int
      )
      select id, min(source) as source, max(score) as score from (
        select id, 1 as source, score from hops
        union all select id, 2, 0 from followers
        union all select distinct author_id, 3, 0 from newest
        union all select id, 4, 0 from newcomers) as found
      where id <> ${viewerId}
      group by id`,
  );
}

/**
 * Finds the people whom the viewer follows, mutes or has dismissed among these, and those with a block between them. Also the hidden
 * and the limited people.
 */
export async function findExcluded(
  ctx: Context,
  viewerId: string,
  ids: string[],
): Promise<Set<string>> {
  const found = await rows(
    ctx.db.reads,
    { id: 'uuid' },
    sql`select followee_id as id from follows where follower_id = ${viewerId} and followee_id = any(${ids}::uuid[])
      union all select blocked_id from blocks where blocker_id = ${viewerId} and blocked_id = any(${ids}::uuid[])
      union all select blocker_id from blocked_by where blocked_id = ${viewerId} and blocker_id = any(${ids}::uuid[])
      union all select muted_id from mutes
        where muter_id = ${viewerId} and muted_id = any(${ids}::uuid[]) and not reposts_only and until > now()
      union all select dismissed_id from suggestion_dismissals
        where user_id = ${viewerId} and dismissed_id = any(${ids}::uuid[])
      union all ${hiddenAmong(sql`${ids}`)}
      union all ${limitedAmong(sql`${ids}`)}`,
  );
  return new Set(found.map(({ id }) => id));
}

/** Reads the follower counts of these people. Leaves out those who do not want to be suggested. */
export async function countFollowers(ctx: Context, ids: string[]): Promise<Map<string, number>> {
  const found = await rows(
    ctx.db.reads,
    { id: 'uuid', count: 'int4' },
    sql`select user_id as id, followers_count as count
      from user_stats join users on users.id = user_stats.user_id
      where user_id = any(${ids}::uuid[]) and users.discoverable`,
  );
  return new Map(found.map(({ id, count }) => [id, count]));
}

/** A repeated dismissal changes nothing. */
export async function insertDismissal(
  ctx: Context,
  userId: string,
  dismissedId: string,
): Promise<void> {
  await ctx.db
    .insertInto('suggestion_dismissals')
    .values({ user_id: userId, dismissed_id: dismissedId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
