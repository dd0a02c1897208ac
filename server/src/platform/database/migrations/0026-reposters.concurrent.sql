-- Lists the people who reposted a post, the latest first.
drop index concurrently if exists posts_reposts_newest;
create index concurrently posts_reposts_newest on posts (repost_of_id, created_at desc, author_id desc)
  where repost_of_id is not null;
