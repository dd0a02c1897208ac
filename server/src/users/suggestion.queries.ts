import { sql } from 'kysely';
import { unblocked } from '../blocks/block.queries.ts';
import type { Context } from '../context.ts';

/** How many rows each source is read for at most, so that hubs and those who follow thousands cost no more than others. */
const reach = { followed: 100, ofEach: 50, followers: 200, posts: 300, newcomers: 50 } as const;

/**
 * Ids of people the viewer may want to follow, the likeliest first: followed by those they follow, the more the
 * better; then who follows them; then authors of the newest public posts, the most followed first; then, where a
 * network is young, who came last. Never themself, whom they follow, what a block stands between, or dismissed.
 * Counts are asked for one by one, so that they are never a reason to read their whole table.
 */
export async function listSuggestedIds(
  ctx: Context,
  viewerId: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with followed as materialized (
      select followee_id from follows where follower_id = ${viewerId}
      order by created_at desc, followee_id desc limit ${reach.followed}::int
    ), hops as materialized (
      select next.followee_id as id, count(*)::int as score
      from followed cross join lateral (
        select followee_id from follows where follower_id = followed.followee_id
        order by created_at desc, followee_id desc limit ${reach.ofEach}::int) as next
      group by next.followee_id
    ), followers as materialized (
      select follower_id as id from follows where followee_id = ${viewerId}
      order by created_at desc, follower_id desc limit ${reach.followers}::int
    ), authors as materialized (
      select distinct author_id as id from (
        select author_id from posts
        where parent_id is null and repost_of_id is null and deleted_at is null and visibility = 'public'
        order by id desc limit ${reach.posts}::int) as newest
    ), newcomers as materialized (
      select id from users order by id desc limit ${reach.newcomers}::int
    ), candidates as materialized (
      select id, min(source) as source, max(score) as score from (
        select id, 1 as source, score from hops
        union all select id, 2, 0 from followers
        union all select id, 3, 0 from authors
        union all select id, 4, 0 from newcomers) as found
      where id <> ${viewerId}
        and not exists (select from follows where follower_id = ${viewerId} and followee_id = found.id)
        and ${unblocked(viewerId, sql.ref<string>('found.id'))}
        and not exists (select from suggestion_dismissals where user_id = ${viewerId} and dismissed_id = found.id)
      group by id
    )
    select id from candidates
    order by source, score desc, (select followers_count from user_stats where user_id = candidates.id) desc, id desc
    limit ${limit}::int`.execute(ctx.db);
  return rows.map((row) => row.id);
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
