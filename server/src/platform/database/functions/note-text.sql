-- Notes where a text was written, and counts where it was written before. If a text has many places, a new one replaces the oldest.
--
-- Arguments: `of_text` is the fingerprint. `by_author` wrote it in `in_place`, a thread or a conversation, as the post or message
-- `as_subject` of the type `as_type`. `as_new` tells whether the author counts as new. At most `max_kept` places of a text are kept.
-- The counts are about the last `hours`.
--
-- Returns the number of places of this author, and the numbers of authors and of places of new accounts, each with this one. All rows
-- have the key `of_text`.
create or replace function note_text(
  of_text bytea, by_author uuid, in_place uuid, as_type text, as_subject uuid, as_new boolean, max_kept integer, hours integer,
  out own_places integer, out new_authors integer, out new_places integer)
language plpgsql as $$
declare
  written_at timestamptz := clock_timestamp();
begin
  insert into text_sightings (fingerprint, author_id, place_id, subject_type, subject_id, is_new, at)
    values (of_text, by_author, in_place, as_type, as_subject, as_new, written_at)
    on conflict (fingerprint, author_id, place_id)
    do update set subject_type = excluded.subject_type, subject_id = excluded.subject_id, is_new = excluded.is_new, at = excluded.at;
  delete from text_sightings where fingerprint = of_text and (author_id, place_id) in (
    select author_id, place_id from text_sightings where fingerprint = of_text order by at desc offset max_kept);
  select count(*) filter (where author_id = by_author), count(distinct author_id) filter (where is_new),
      count(distinct place_id) filter (where is_new)
    into own_places, new_authors, new_places
    from text_sightings where fingerprint = of_text and at > written_at - hours * interval '1 hour';
end $$;
