-- What is asked of posts by another key than their id gets tables of its own under that key; what looked it up in
-- posts goes. No foreign keys: each row is written and taken away with its post, under that post's lock.

-- By author: everything they wrote or reposted that is there.
create table author_posts (
  author_id uuid not null,
  post_id uuid not null,
  kind text not null check (kind in ('post', 'repost', 'comment')),
  repost_of_id uuid,
  -- Its post's; of a followers-only one the author is the audience, unless it is a comment.
  visibility text not null check (visibility in ('public', 'followers')),
  check ((kind = 'repost') = (repost_of_id is not null))
);
insert into author_posts (author_id, post_id, kind, repost_of_id, visibility)
  select author_id, id,
    case when parent_id is not null then 'comment' when repost_of_id is not null then 'repost' else 'post' end,
    repost_of_id, visibility
  from posts where deleted_at is null order by author_id, id;
alter table author_posts add primary key (author_id, post_id);
create unique index author_posts_one_repost on author_posts (author_id, repost_of_id) where repost_of_id is not null;
-- A profile's posts, and a pull of the feed, which reads nothing else.
create index author_posts_shown on author_posts (author_id, post_id desc) include (repost_of_id, visibility)
  where kind <> 'comment';
create index author_posts_comments on author_posts (author_id, post_id desc) where kind = 'comment';

-- By root: where comments stand. One that is deleted stays as long as something answers it.
create table thread_posts (
  root_id uuid not null,
  parent_id uuid not null,
  post_id uuid not null,
  author_id uuid not null,
  is_deleted boolean not null default false
);
insert into thread_posts (root_id, parent_id, post_id, author_id, is_deleted)
  with answered as materialized (select distinct parent_id from posts where parent_id is not null)
  select root_id, parent_id, id, author_id, deleted_at is not null
  from posts where parent_id is not null and (deleted_at is null or id in (select parent_id from answered))
  order by root_id, id;
alter table thread_posts add primary key (root_id, post_id);
create index thread_posts_replies on thread_posts (root_id, parent_id, post_id);

-- By post: everybody but its author who ever liked, answered or reposted it. Nobody is taken away again, so that what
-- somebody does and undoes counts once.
create table post_people (
  post_id uuid not null,
  user_id uuid not null
);
insert into post_people (post_id, user_id)
  select doing.post_id, doing.user_id
  from (
    select post_id, user_id from likes
    union select parent_id, author_id from posts where parent_id is not null and deleted_at is null
    union select repost_of_id, author_id from posts where repost_of_id is not null
  ) as doing
  join posts on posts.id = doing.post_id and posts.author_id <> doing.user_id and posts.deleted_at is null
  order by 1, 2;
alter table post_people add primary key (post_id, user_id);

alter table post_stats add column people_count integer not null default 0 check (people_count >= 0);
update post_stats set people_count = counted.people,
    popular_since = case when counted.people >= 3 then coalesce(popular_since, now()) else popular_since end
  from (select post_id, count(*) as people from post_people group by post_id) as counted
  where counted.post_id = post_stats.post_id;

-- A medium is looked up by its own id alone: whatever shows some names them, in their order.
alter table posts add column media_ids uuid[] not null default '{}';
update posts set media_ids = owned.ids
  from (select post_id, array_agg(id order by position, id) as ids from media where post_id is not null group by post_id) as owned
  where owned.post_id = posts.id;
alter table messages add column media_ids uuid[] not null default '{}';
update messages set media_ids = owned.ids
  from (select message_id, array_agg(id order by position, id) as ids from media where message_id is not null group by message_id) as owned
  where owned.message_id = messages.id;

drop index posts_by_author, posts_comments_by_author, posts_one_repost, posts_replies, media_of_post;

-- Each of these had every new post look its people up and lock their rows, or every repost taken away read all posts
-- and media. Nobody is ever deleted, and posts only as reposts, which nothing hangs on.
alter table posts drop constraint posts_audience_id_fkey, drop constraint posts_parent_id_fkey,
  drop constraint posts_root_id_fkey, drop constraint posts_repost_of_id_fkey;
alter table post_stats drop constraint post_stats_post_id_fkey;
alter table post_search drop constraint post_search_post_id_fkey, drop constraint post_search_author_id_fkey;
alter table post_hashtags drop constraint post_hashtags_post_id_fkey, drop constraint post_hashtags_author_id_fkey;
alter table media drop constraint media_post_id_fkey;

analyze author_posts, thread_posts, post_people, post_stats;
