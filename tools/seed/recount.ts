import { sql } from 'kysely';
import type { Database } from '../../server/src/db/client.ts';
import { MILESTONES, POPULAR_FROM } from '../../server/src/posts/post.queries.ts';

/** Sets the counters of these people. */
export async function recountPeople(db: Database, userIds: string[]): Promise<void> {
  await sql`
    update user_stats set
      followers_count = (select count(*) from follows where followee_id = user_id),
      following_count = (select count(*) from follows where follower_id = user_id),
      public_posts_count = (select count(*) from author_posts where author_id = user_id
        and kind <> 'comment' and visibility = 'public'),
      followers_posts_count = (select count(*) from author_posts where author_id = user_id
        and kind <> 'comment' and visibility = 'followers')
    where user_id = any(${userIds}::uuid[])`.execute(db);
}

/**
 * Sets the counters of these posts and who did something with each, as of when the third of these made it popular, and when
 * it reached its milestones: with its tenth … like, comment or repost.
 */
export async function recountPosts(db: Database, postIds: string[]): Promise<void> {
  await sql`
    with target as materialized (
      select id, author_id, coalesce(root_id, id) as root_id from posts where id = any(${postIds}::uuid[])
    ), doings as materialized (
      select post_id, 'like' as kind, user_id, created_at from likes where post_id = any(${postIds}::uuid[])
      union all
      select parent.id, 'comment', comments.author_id, comments.created_at
        from target as parent
        join thread_posts as placed on placed.root_id = parent.root_id and placed.parent_id = parent.id and not placed.is_deleted
        join posts as comments on comments.id = placed.post_id
      union all
      select repost_of_id, 'repost', author_id, created_at from posts where repost_of_id = any(${postIds}::uuid[])
    ), counted as (
      select post_id,
        count(*) filter (where kind = 'like') as likes,
        count(*) filter (where kind = 'comment') as comments,
        count(*) filter (where kind = 'repost') as reposts,
        array_agg(created_at order by created_at) as times
      from doings group by post_id
    ), people as materialized (
      select post_id, user_id, min(doings.created_at) as since
      from doings join target on target.id = post_id and target.author_id <> user_id
      group by post_id, user_id
    ), known as (
      insert into post_people (post_id, user_id) select post_id, user_id from people order by 1, 2 on conflict do nothing
    ), drawn as (
      select post_id, count(*) as people, array_agg(since order by since) as times from people group by post_id
    )
    update post_stats set like_count = likes, comment_count = comments, repost_count = reposts,
      people_count = coalesce(drawn.people, 0), popular_since = drawn.times[${POPULAR_FROM}::int],
      milestones = array(select counted.times[reached] from unnest(${MILESTONES}::int[]) as reached
        where counted.times[reached] is not null)
    from counted left join drawn on drawn.post_id = counted.post_id
    where counted.post_id = post_stats.post_id`.execute(db);
}
