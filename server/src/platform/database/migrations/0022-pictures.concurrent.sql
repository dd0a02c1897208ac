-- Finds the posts and comments of a person with pictures or videos, and those whose `has_media` is null.
drop index concurrently if exists author_posts_media;
create index concurrently author_posts_media on author_posts (author_id, post_id desc)
  where kind <> 'repost' and has_media is not false;
