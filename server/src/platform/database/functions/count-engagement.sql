-- Changes one counter of a post. Stores the engager, if there is one. Returns the new value of the counter.
--
-- Arguments:
-- - `of_post`: the post. The update locks its counters if the caller has not locked them with `lock_post`.
-- - `counter`: `like_count`, `comment_count` or `repost_count`.
-- - `change`: 1, -1, or 0 for something that was not counted.
-- - `by_user`: the person who engages with the post, or null if nobody counts as an engager. Each person counts once.
-- - `min_popular_engagers`: the post becomes popular with this many engagers.
-- - `milestone_sums`: the sums of likes, comments and reposts at which a popular post gets its next milestone.
--
-- All rows have the key of the post. Citus sends `case counter when …` to its workers in a form that they refuse.
create or replace function count_engagement(
  of_post uuid, counter text, change integer, by_user uuid, min_popular_engagers integer, milestone_sums integer[])
returns integer language plpgsql as $$
declare
  now_at timestamptz := now();
  new_engagers integer := 0;
  new_count integer;
begin
  if by_user is not null then
    insert into post_engagers (post_id, user_id) values (of_post, by_user) on conflict do nothing;
    if found then new_engagers := 1; end if;
  end if;
  update post_stats set
      like_count = like_count + case when counter = 'like_count' then change else 0 end,
      comment_count = comment_count + case when counter = 'comment_count' then change else 0 end,
      repost_count = repost_count + case when counter = 'repost_count' then change else 0 end,
      engager_count = engager_count + new_engagers,
      popular_since = coalesce(popular_since,
        case when engager_count + new_engagers >= min_popular_engagers then now_at end),
      milestones = case when popular_since is not null
        and like_count + comment_count + repost_count + change >= milestone_sums[cardinality(milestones) + 1]
        then milestones || now_at else milestones end
    where post_id = of_post
    returning case when counter = 'like_count' then like_count when counter = 'comment_count' then comment_count else repost_count end
    into new_count;
  return new_count;
end $$;
