import { sql } from 'kysely';
import type { Context } from '../../src/kernel/context.ts';

const COUNTED = [
  'users',
  'user_stats',
  'follows',
  'blocks',
  'blocked_by',
  'likes',
  'posts',
  'post_stats',
  'post_engagers',
  'author_posts',
  'thread_posts',
  'post_search',
  'post_hashtags',
  'conversations',
  'conversation_members',
  'messages',
  'media',
  'media_usage',
];

/** Reads the tables in materialized parts of the statement, because a distributed database can only join these. */
const materializedTables = sql.join(
  COUNTED.map((name) => sql`${sql.ref(name)} as materialized (select * from ${sql.table(name)})`),
);

/** Finds all stored counters that differ from a recount, with both values. */
export async function findDrift(ctx: Context): Promise<unknown[]> {
  const { rows } = await sql`
    with ${materializedTables}, users_recounted as (
      select users.id, coalesce(followers, 0) as followers, coalesce(following, 0) as following,
        coalesce(public, 0) as public, coalesce(closed, 0) as closed
      from users
      left join (
        select followee_id as id, count(*) as followers from follows where is_follower_counted group by 1
      ) as follower on follower.id = users.id
      left join (
        select follower_id as id, count(*) as following from follows where is_followee_counted group by 1
      ) as followee on followee.id = users.id
      left join (
        select author_id as id, count(*) filter (where visibility = 'public') as public,
          count(*) filter (where visibility = 'followers') as closed
        from posts where parent_id is null and deleted_at is null group by 1
      ) as written on written.id = users.id
    ), posts_recounted as (
      select post_stats.post_id, coalesce(likes, 0) as likes, coalesce(comments, 0) as comments,
        coalesce(reposts, 0) as reposts, coalesce(people, 0) as people
      from post_stats
      left join (
        select post_id as id, count(*) as likes from likes where is_counted group by 1
      ) as liked on liked.id = post_stats.post_id
      left join (
        select parent_id as id, count(*) as comments from posts where deleted_at is null and is_counted group by 1
      ) as commented on commented.id = post_stats.post_id
      left join (
        select repost_of_id as id, count(*) as reposts from posts where is_counted group by 1
      ) as reposted on reposted.id = post_stats.post_id
      left join (
        select post_id as id, count(*) as people from post_engagers group by 1
      ) as engaged on engaged.id = post_stats.post_id
    ), members_recounted as (
      select member.user_id, member.conversation_id,
        count(message.id) filter (where message.seq > member.read_seq and not message.is_silent
          and message.sender_id <> member.user_id) as unread,
        max(message.seq) filter (where message.seq > member.cleared_seq) as last
      from conversation_members as member
      left join messages as message on message.conversation_id = member.conversation_id and message.deleted_at is null
      group by 1, 2
    ), conversations_recounted as (
      select conversations.id, coalesce(max(messages.seq), 0) as last, count(messages.id) as count
      from conversations left join messages on messages.conversation_id = conversations.id
      group by 1
    )
    select 'user' as kind, row_to_json(s) as stored, row_to_json(r) as recounted
    from users_recounted r join user_stats s on s.user_id = r.id
    where (s.followers_count, s.following_count, s.public_posts_count, s.followers_posts_count)
      is distinct from (r.followers, r.following, r.public, r.closed)
    union all
    select 'block', row_to_json(s), row_to_json(r)
    from blocks s full join blocked_by r on r.blocker_id = s.blocker_id and r.blocked_id = s.blocked_id
    where s.blocker_id is null or r.blocker_id is null
    union all
    select 'post', row_to_json(s), row_to_json(r)
    from posts_recounted r join post_stats s on s.post_id = r.post_id
    where (s.like_count, s.comment_count, s.repost_count, s.engager_count)
      is distinct from (r.likes, r.comments, r.reposts, r.people)
    union all
    select 'member', row_to_json(s), row_to_json(r)
    from members_recounted r join conversation_members s
      on s.user_id = r.user_id and s.conversation_id = r.conversation_id
    where (s.unread_count, s.last_seq) is distinct from (r.unread, r.last)
    union all
    select 'conversation', row_to_json(s), row_to_json(r)
    from conversations_recounted r join conversations s on s.id = r.id
    where s.last_seq <> r.last or s.last_seq <> r.count
    union all
    select 'search', row_to_json(s), row_to_json(p)
    from (select id, hashtags from posts where parent_id is null and repost_of_id is null and deleted_at is null) as p
      full join post_search as s on s.post_id = p.id
    where s.post_id is null or p.id is null
    union all
    select 'hashtag', row_to_json(h), row_to_json(p)
    from post_hashtags as h left join posts as p on p.id = h.post_id and p.deleted_at is null and h.shown = any(p.hashtags)
    where p.id is null
    union all
    select 'untagged', row_to_json(p), null
    from posts p
    where p.parent_id is null and p.repost_of_id is null and p.deleted_at is null and cardinality(p.hashtags) > 0
      and not exists (select from post_hashtags where post_id = p.id)
    union all
    select 'by author', row_to_json(a), row_to_json(p)
    from (select id, author_id, repost_of_id, visibility, parent_id is not null as is_comment from posts
        where deleted_at is null or (withheld_as = 'hidden' and repost_of_id is null)) as p
      full join author_posts as a on a.post_id = p.id
    where (a.post_id, a.author_id, a.repost_of_id, a.visibility, a.kind = 'comment', a.kind = 'repost')
      is distinct from (p.id, p.author_id, p.repost_of_id, p.visibility, p.is_comment, p.repost_of_id is not null)
    union all
    select 'in thread', row_to_json(t), row_to_json(p)
    from (select id, author_id, parent_id, root_id, deleted_at is not null as is_deleted from posts
        where parent_id is not null and (deleted_at is null or exists (select from thread_posts where post_id = id))) as p
      full join thread_posts as t on t.post_id = p.id
    where (t.post_id, t.author_id, t.parent_id, t.root_id, t.is_deleted)
      is distinct from (p.id, p.author_id, p.parent_id, p.root_id, p.is_deleted)
    union all
    select 'leads to nothing', row_to_json(t), null
    from thread_posts as t
    where is_deleted and not exists (select from thread_posts where parent_id = t.post_id)
    union all
    select 'nobody of its people', row_to_json(d), null
    from (
      select post_id, user_id from likes
      union select parent_id, author_id from posts where parent_id is not null and deleted_at is null
      union select repost_of_id, author_id from posts where repost_of_id is not null
    ) as d join posts p on p.id = d.post_id and p.author_id <> d.user_id and p.deleted_at is null
      left join post_engagers as k on k.post_id = d.post_id and k.user_id = d.user_id
    where k.post_id is null
    union all
    select 'usage', row_to_json(u), row_to_json(m)
    from (
      select owner_id, count(*) filter (where used_for = 'nothing' and draft_id is null) as unattached,
        sum((select coalesce(sum((file ->> 'bytes')::bigint), 0) from jsonb_array_elements(files) as file)) as bytes
      from media group by owner_id
    ) as m full join media_usage as u on u.user_id = m.owner_id
    where (coalesce(u.stored_bytes, 0), coalesce(u.unattached, 0))
      is distinct from (coalesce(m.bytes, 0), coalesce(m.unattached, 0))
    union all
    select 'medium', row_to_json(m), row_to_json(n)
    from (select id, coalesce(post_id, message_id) as of from media where used_for in ('post', 'message')) as m
      full join (
        select unnest(media_ids) as id, id as of from posts union all select unnest(media_ids), id from messages
      ) as n on n.id = m.id
    where (m.id, m.of) is distinct from (n.id, n.of)`.execute(ctx.db);
  return rows;
}

/** Counts the public posts of each hashtag from the posts themselves. Only for hashtags without combining marks. */
export async function recountTags(ctx: Context): Promise<{ _id: string; count: number }[]> {
  const { rows } = await sql<{ _id: string; count: number }>`
    select lower(tag) as _id, count(distinct posts.id)::int as count
    from posts, unnest(hashtags) as tag
    where parent_id is null and repost_of_id is null and deleted_at is null and visibility = 'public'
    group by 1`.execute(ctx.db);
  return rows;
}
