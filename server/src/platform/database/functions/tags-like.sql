-- Finds hashtags of public posts that begin with a text. Posts of hidden people, of muted people, and of people behind a block in either
-- direction do not count. Posts of limited people count only for their followers.
--
-- Returns one row for each tag:
-- - `tag` is the folded tag, and `shown` its most frequent spelling.
-- - `count` is the number of its newest posts that the viewer can see.
-- - `people` is the number of people who used it in the last week. It is 0 if the tag is not among the most used ones.
--
-- Arguments: `viewer_id` is the person who asks. `start` is the folded beginning. `most_tags` is the number of tags to take
-- from the most used ones, and again from all of them by alphabet. `most_counted` limits the posts to count for each tag.
create or replace function tags_like(viewer_id uuid, start text, most_tags integer, most_counted integer)
returns table (tag text, shown text, count integer, people integer)
language plpgsql stable as $$
declare
  hidden uuid[] := array(select blocked_id from blocks where blocker_id = viewer_id)
    || array(select blocker_id from blocked_by where blocked_id = viewer_id)
    || array(select muted_id from mutes where muter_id = viewer_id and not reposts_only and until > now());
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
    select mode() within group (order by scanned.shown), count(*)::int into shown, count from (
      select hashtag.shown, hashtag.author_id from post_hashtags as hashtag
      where hashtag.visibility = 'public' and hashtag.tag = tags_like.tag order by hashtag.post_id desc limit most_counted
    ) as scanned where scanned.author_id <> all (hidden)
      and not exists (select from hidden_users where user_id = scanned.author_id and until > now())
      and (scanned.author_id = viewer_id
        or not exists (select from limited_users where user_id = scanned.author_id and until > now())
        or exists (select from follows where follower_id = viewer_id and followee_id = scanned.author_id));
    if count > 0 then return next; end if;
  end loop;
end $$;
