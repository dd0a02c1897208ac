-- Lists the people who like a post, the latest first.
drop index concurrently if exists likes_of_newest;
create index concurrently likes_of_newest on likes (post_id, created_at desc, user_id desc);
