-- Deletes a follow and counts it for both people.
--
-- Arguments: `by_user` follows `other_user`.
--
-- Returns one of these, and only `deleted` has changed anything:
-- - `not_found`: there is no such person.
-- - `missing`: there is no such follow.
-- - `deleted`
--
-- It locks the counters of both in the order of their ids, as every change of a relationship does.
create or replace function delete_follow(by_user uuid, other_user uuid) returns text language plpgsql as $$
begin
  perform from user_stats where user_id = least(by_user, other_user) for update;
  delete from follows where follower_id = by_user and followee_id = other_user;
  if not found then
    return case when exists (select from user_stats where user_id = other_user) then 'missing' else 'not_found' end;
  end if;
  if by_user < other_user then
    update user_stats set following_count = following_count - 1 where user_id = by_user;
    update user_stats set followers_count = followers_count - 1 where user_id = other_user;
  else
    update user_stats set followers_count = followers_count - 1 where user_id = other_user;
    update user_stats set following_count = following_count - 1 where user_id = by_user;
  end if;
  return 'deleted';
end $$;
