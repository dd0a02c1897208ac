-- Finds the uploads that the sweep deletes. Uploads of drafts can be much older, and it must not visit them each time.
drop index concurrently if exists media_expired;
create index concurrently media_expired on media ((coalesce(released_at, created_at)))
  where used_for = 'nothing' and draft_id is null;
