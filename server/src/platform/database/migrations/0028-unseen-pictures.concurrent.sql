-- Finds the pictures of an older version. A job looks which of them move, and then the index is empty.
drop index concurrently if exists media_unseen;
create index concurrently media_unseen on media (id) where kind = 'image' and is_animated is null;
