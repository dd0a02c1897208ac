-- The same in a language whose parameters a distributed database can hand on. The threshold is set within: one that belongs
-- to the function can be given by a superuser only, where pg_trgm isn't loaded yet.
create or replace function people_alike(typed text, most integer) returns table (id uuid, likeness real)
language plpgsql stable rows 10 as $$
begin
  perform set_config('pg_trgm.word_similarity_threshold', '0.3', true);
  return query
    select looked_at.id, word_similarity(typed, looked_at.names) from (
      select users.id, users.names from users where typed <% users.names limit 2000) as looked_at
    order by 2 desc, 1 limit most;
end $$;

-- search/hashtag.queries.ts: hashtags of public posts that begin like this, with how many of the newest the viewer may see.
create function tags_like(viewer_id uuid, start text, most_tags integer, most_counted integer)
returns table (tag text, shown text, count integer, people integer)
language plpgsql stable as $$
declare
  hidden uuid[] := array(select blocked_id from blocks where blocker_id = viewer_id)
    || array(select blocker_id from blocks where blocked_id = viewer_id);
  beyond text := start || chr(1114111);
  firsts text[] := '{}';
  next_tag text;
begin
  select min(hashtag.tag) into next_tag from post_hashtags as hashtag
    where hashtag.visibility = 'public' and hashtag.tag >= start and hashtag.tag < beyond collate "C";
  while next_tag is not null and cardinality(firsts) < most_tags loop
    firsts := firsts || next_tag;
    select min(hashtag.tag) into next_tag from post_hashtags as hashtag
      where hashtag.visibility = 'public' and hashtag.tag > next_tag and hashtag.tag < beyond collate "C";
  end loop;
  for tag, people in
    select either.tag, max(either.people) from (
      (select used.tag, used.people from used_hashtags as used
        where used.tag >= start and used.tag < beyond collate "C" order by used.people desc, used.tag limit most_tags)
      union all select unnest(firsts), 0) as either
    where starts_with(either.tag, start) group by either.tag
  loop
    select mode() within group (order by looked_at.shown), count(*)::int into shown, count from (
      select hashtag.shown, hashtag.author_id from post_hashtags as hashtag
      where hashtag.visibility = 'public' and hashtag.tag = tags_like.tag order by hashtag.post_id desc limit most_counted
    ) as looked_at where looked_at.author_id <> all (hidden);
    if count > 0 then return next; end if;
  end loop;
end $$;
