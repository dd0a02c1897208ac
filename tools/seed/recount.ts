import { sql } from 'kysely';
import type { Database } from '../../server/src/platform/database/client.ts';
import {
  ENGAGEMENT_MILESTONES,
  MIN_POPULAR_ENGAGERS,
} from '../../server/src/posts/engagement.queries.ts';

// Each query reads one table by its own key, because a distributed database cannot join across keys.

/** Recomputes the counters of these people. */
export async function recountPeople(db: Database, userIds: string[]): Promise<void> {
  const these = sql`any(${userIds}::uuid[])`;
  await sql`
    with followers as materialized (
      select followee_id as id, count(*) from follows where followee_id = ${these} group by 1
    ), followed as materialized (
      select follower_id as id, count(*) from follows where follower_id = ${these} group by 1
    ), written as materialized (
      select author_id as id, count(*) filter (where visibility = 'public') as public,
        count(*) filter (where visibility = 'followers') as followers_only
      from author_posts where author_id = ${these} and kind <> 'comment' group by 1
    ), counted as materialized (
      select id, coalesce(followers.count, 0) as followers, coalesce(followed.count, 0) as following,
        coalesce(public, 0) as public, coalesce(followers_only, 0) as followers_only
      from unnest(${userIds}::uuid[]) as person (id)
        left join followers using (id) left join followed using (id) left join written using (id)
    )
    update user_stats set followers_count = followers, following_count = following,
      public_posts_count = public, followers_posts_count = followers_only
    from counted where counted.id = user_id and user_id = ${these}`.execute(db);
}

/**
 * Recomputes the counters and the engagers of these posts. Also sets when the third engager made a post popular, and when it reached
 * its milestones (such as the tenth like).
 */
export async function recountPosts(db: Database, postIds: string[]): Promise<void> {
  const these = sql`any(${postIds}::uuid[])`;
  await sql`
    with target as materialized (
      select id, author_id, coalesce(root_id, id) as root_id from posts where id = ${these}
    ), answers as materialized (
      select target.id as post_id, thread_posts.post_id as id
      from target join thread_posts
        on thread_posts.root_id = target.root_id and thread_posts.parent_id = target.id and not is_deleted
    ), liked as materialized (
      select post_id, user_id, created_at from likes where post_id = ${these}
    ), commented as materialized (
      select post_id, author_id, created_at from answers join posts on posts.id = answers.id
    ), reposted as materialized (
      select repost_of_id, author_id, created_at from posts where repost_of_id = ${these}
    ), engagements as materialized (
      select 'like' as kind, * from liked
      union all select 'comment', * from commented
      union all select 'repost', * from reposted
    ), counted as materialized (
      select post_id,
        count(*) filter (where kind = 'like') as likes,
        count(*) filter (where kind = 'comment') as comments,
        count(*) filter (where kind = 'repost') as reposts,
        array_agg(created_at order by created_at) as times
      from engagements group by post_id
    ), engagers as materialized (
      select post_id, user_id, min(engagements.created_at) as since
      from engagements join target on target.id = post_id and target.author_id <> user_id
      group by post_id, user_id
    ), known as (
      insert into post_engagers (post_id, user_id) select post_id, user_id from engagers order by 1, 2 on conflict do nothing
    ), engager_times as materialized (
      select post_id, count(*) as engagers, array_agg(since order by since) as times from engagers group by post_id
    ), recounted as materialized (
      select post_id, likes, comments, reposts, coalesce(engagers, 0) as engagers, engager_times.times[${MIN_POPULAR_ENGAGERS}::int] as popular,
        array(select counted.times[reached] from unnest(${ENGAGEMENT_MILESTONES}::int[]) as reached
          where counted.times[reached] is not null) as reached
      from counted left join engager_times using (post_id)
    )
    update post_stats set like_count = likes, comment_count = comments, repost_count = reposts,
      engager_count = engagers, popular_since = popular, milestones = reached
    from recounted where recounted.post_id = post_stats.post_id and post_stats.post_id = ${these}`.execute(
    db,
  );
}
