import { sql } from 'kysely';
import type { Context } from '../context.ts';

/** How many rows each source is read for at most, so that hubs and those who follow thousands cost no more than others. */
const reach = { followed: 100, ofEach: 50, followers: 200, posts: 300, newcomers: 50 } as const;

interface Candidate {
  id: string;
  /** From 1, the likeliest. */
  source: number;
  score: number;
}

/**
 * Ids of people the viewer may want to follow, the likeliest first: followed by those they follow, the more the
 * better; then who follows them; then authors of the newest public posts, the most followed first; then, where a
 * network is young, who came last. Never themself, whom they follow, what a block stands between, or dismissed.
 */
export async function listSuggestedIds(
  ctx: Context,
  viewerId: string,
  limit: number,
): Promise<string[]> {
  const candidates = await findCandidates(ctx, viewerId);
  const known = await findKnown(
    ctx,
    viewerId,
    candidates.map(({ id }) => id),
  );
  const open = candidates
    .filter(({ id }) => !known.has(id))
    .toSorted((one, other) => one.source - other.source || other.score - one.score);
  const best = open.slice(0, MOST_JUDGED);
  const followers = await countFollowers(
    ctx,
    viewerId,
    best.map(({ id }) => id),
  );
  return best
    .filter(({ id }) => followers.has(id))
    .toSorted(
      (one, other) =>
        one.source - other.source ||
        other.score - one.score ||
        (followers.get(other.id) ?? 0) - (followers.get(one.id) ?? 0) ||
        (one.id < other.id ? 1 : -1),
    )
    .slice(0, limit)
    .map(({ id }) => id);
}

/** Of those left, so many are looked at for their followers and their blocks. */
const MOST_JUDGED = 400;

/** Whoever a source names, once each, by the likeliest; on all shards. */
async function findCandidates(ctx: Context, viewerId: string): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    with followed as materialized (
      select followee_id from follows where follower_id = ${viewerId}
      order by created_at desc, followee_id desc limit ${reach.followed}::int
    ), hops as materialized (
      select next.followee_id as id, count(*)::int as score
      from users cross join lateral (
        select followee_id from follows where follower_id = users.id
        order by created_at desc, followee_id desc limit ${reach.ofEach}::int) as next
      where users.id = any(array(select followee_id from followed))
      group by next.followee_id
    ), followers as materialized (
      select follower_id as id from follows where followee_id = ${viewerId}
      order by created_at desc, follower_id desc limit ${reach.followers}::int
    ), newest as materialized (
      select author_id from posts
      where parent_id is null and repost_of_id is null and deleted_at is null and visibility = 'public'
      order by id desc limit ${reach.posts}::int
    ), newcomers as materialized (
      select id from users order by id desc limit ${reach.newcomers}::int
    )
    select id, min(source) as source, max(score) as score from (
      select id, 1 as source, score from hops
      union all select id, 2, 0 from followers
      union all select distinct author_id, 3, 0 from newest
      union all select id, 4, 0 from newcomers) as found
    where id <> ${viewerId}
    group by id`.execute(ctx.db);
  return rows;
}

/** Those of these people the viewer follows, blocks or does not want to have suggested. */
async function findKnown(ctx: Context, viewerId: string, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select followee_id as id from follows where follower_id = ${viewerId} and followee_id = any(${ids}::uuid[])
    union all select blocked_id from blocks where blocker_id = ${viewerId} and blocked_id = any(${ids}::uuid[])
    union all select dismissed_id from suggestion_dismissals
      where user_id = ${viewerId} and dismissed_id = any(${ids}::uuid[])`.execute(ctx.db);
  return new Set(rows.map(({ id }) => id));
}

/** How many follow each of these people; without those who block the viewer. */
async function countFollowers(
  ctx: Context,
  viewerId: string,
  ids: string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select user_id as id, followers_count as count from user_stats
    where user_id = any(${ids}::uuid[])
      and not exists (select from blocks where blocker_id = user_stats.user_id and blocked_id = ${viewerId})`.execute(
    ctx.db,
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Again changes nothing. */
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
