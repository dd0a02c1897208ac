-- Finds discoverable people whose names look like the typed text. Returns their ids with the likeness from 0 to 1, the most alike
-- first.
--
-- Arguments: `typed` is the folded text. `most` is the largest number of results.
--
-- It is written in PL/pgSQL, because Citus can pass the parameters of such a function on to the shards. The body sets the
-- threshold, because the default needs longer names than people have. A `set` clause of the function would need a superuser
-- while pg_trgm is not loaded.
create or replace function people_alike(typed text, most integer) returns table (id uuid, likeness real)
language plpgsql stable rows 10 as $$
begin
  perform set_config('pg_trgm.word_similarity_threshold', '0.3', true);
  return query
    select scanned.id, word_similarity(typed, scanned.names) from (
      select users.id, users.names from users where typed <% users.names and users.discoverable limit 2000) as scanned
    order by 2 desc, 1 limit most;
end $$;
