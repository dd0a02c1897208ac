-- A function that asks a table in shards must be of this language. How alike names must be is said for the database on each
-- shard; here by the function.
create or replace function people_alike(typed text, most integer) returns table (id uuid, likeness real)
language plpgsql stable parallel safe rows 10 set pg_trgm.word_similarity_threshold = 0.3 as $$
begin
  return query select looked_at.id, word_similarity(typed, looked_at.names) as alike from (
      select users.id, users.names from users where typed <% users.names limit 2000) as looked_at
    order by alike desc, looked_at.id limit most;
end $$;
