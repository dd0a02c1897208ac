-- `likes_of_newest` and `posts_reposts_newest` begin with the columns of these indexes, so they serve the same statements.
drop index concurrently if exists likes_of;
drop index concurrently if exists posts_reposts;
