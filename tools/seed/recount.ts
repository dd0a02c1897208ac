import { sql } from 'kysely';
import type { Database } from '../../server/src/db/client.ts';
import { MILESTONES, POPULAR_FROM } from '../../server/src/posts/post.queries.ts';

/** Sets the counters of these people. */
export async function recountPeople(db: Database, userIds: string[]): Promise<void> {
  await sql`
    update user_stats set
      followers_count = (select count(*) from follows where followee_id = user_id),
      following_count = (select count(*) from follows where follower_id = user_id),
      public_posts_count = (select count(*) from posts where author_id = user_id
        and parent_id is null and deleted_at is null and visibility = 'public'),
      followers_posts_count = (select count(*) from posts where author_id = user_id
        and parent_id is null and deleted_at is null and visibility = 'followers')
    where user_id = any(${userIds}::uuid[])`.execute(db);
}

/** Sets the counters of these posts, and when each became popular and reached its milestones: with its third, tenth … like, comment or repost. */
export async function recountPosts(db: Database, postIds: string[]): Promise<void> {
  await sql`
    with doings as (
      select post_id, 'like' as kind, created_at from likes where post_id = any(${postIds}::uuid[])
      union all
      select parent_id, 'comment', created_at from posts
        where parent_id = any(${postIds}::uuid[]) and deleted_at is null
      union all
      select repost_of_id, 'repost', created_at from posts where repost_of_id = any(${postIds}::uuid[])
    ), counted as (
      select post_id,
        count(*) filter (where kind = 'like') as likes,
        count(*) filter (where kind = 'comment') as comments,
        count(*) filter (where kind = 'repost') as reposts,
        array_agg(created_at order by created_at) as times
      from doings group by post_id
    )
    update post_stats set like_count = likes, comment_count = comments, repost_count = reposts,
      popular_since = times[${POPULAR_FROM}::int],
      milestones = array(select times[reached] from unnest(${MILESTONES}::int[]) as reached where times[reached] is not null)
    from counted where counted.post_id = post_stats.post_id`.execute(db);
}
