-- Finds the posts of an older version. They do not say whether they have media. A job marks them, and then the index is empty.
drop index concurrently if exists author_posts_unmarked;
create index concurrently author_posts_unmarked on author_posts (author_id)
  where kind <> 'repost' and has_media is null;
