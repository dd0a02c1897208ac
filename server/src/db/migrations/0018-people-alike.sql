-- The same in a language whose parameters a distributed database can hand on.
create or replace function people_alike(typed text, most integer) returns table (id uuid, likeness real)
language plpgsql stable parallel safe rows 10 set pg_trgm.word_similarity_threshold = 0.3 as $$
begin
  return query
    select looked_at.id, word_similarity(typed, looked_at.names) from (
      select users.id, users.names from users where typed <% users.names limit 2000) as looked_at
    order by 2 desc, 1 limit most;
end $$;
