-- Deletes a follow and subtracts it from the counts of both people.
--
-- Arguments: `by_follower` is the person who follows `of_followee`.
--
-- Returns one of these, and only `deleted` has changed anything:
-- - `not_found`: there is no such person.
-- - `not_following`: there is no such follow.
-- - `deleted`
--
-- It takes the same locks as `insert_follow`.
create or replace function delete_follow(by_follower uuid, of_followee uuid) returns text language plpgsql as $$
begin
  perform from user_stats where user_id = least(by_follower, of_followee) for update;
  delete from follows where follower_id = by_follower and followee_id = of_followee;
  if not found then
    return case when exists (select from user_stats where user_id = of_followee) then 'not_following' else 'not_found' end;
  end if;
  if by_follower < of_followee then
    update user_stats set following_count = following_count - 1 where user_id = by_follower;
    update user_stats set followers_count = followers_count - 1 where user_id = of_followee;
  else
    update user_stats set followers_count = followers_count - 1 where user_id = of_followee;
    update user_stats set following_count = following_count - 1 where user_id = by_follower;
  end if;
  return 'deleted';
end $$;
