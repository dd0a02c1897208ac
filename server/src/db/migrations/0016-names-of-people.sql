-- Search of people: names are folded once, when they are written. What an index found was folded again to be compared.
alter table users add column names text not null generated always as (searched_names(username, full_name)) stored;
drop index users_names;
create index users_names on users using gin (names gin_trgm_ops);

create or replace function people_alike(typed text, most integer) returns table (id uuid, likeness real)
language sql stable parallel safe rows 10 set pg_trgm.word_similarity_threshold = 0.3 as $$
  select looked_at.id, word_similarity(typed, looked_at.names) from (
    select users.id, users.names from users where typed <% users.names limit 2000) as looked_at
  order by 2 desc, 1 limit most
$$;
