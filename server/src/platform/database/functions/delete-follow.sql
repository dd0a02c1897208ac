-- Deletes a follow and subtracts it from the counts that contain it. If there is only a request to follow, it deletes the request.
--
-- Arguments: `by_follower` is the person who follows `of_followee`.
--
-- Returns one of these, and only `deleted` and `withdrawn` have changed anything:
-- - `not_found`: one of the two does not exist.
-- - `not_following`: there is neither a follow nor a request.
-- - `withdrawn`: the request is gone.
-- - `deleted`
--
-- It takes the same locks as `insert_follow`.
create or replace function delete_follow(by_follower uuid, of_followee uuid) returns text language plpgsql as $$
declare
  follower_change integer;
  followee_change integer;
begin
  perform from user_stats where user_id = least(by_follower, of_followee) for update;
  delete from follows where follower_id = by_follower and followee_id = of_followee
    returning is_follower_counted::int, is_followee_counted::int into follower_change, followee_change;
  if not found then
    delete from follow_requests where followee_id = of_followee and follower_id = by_follower;
    if found then return 'withdrawn'; end if;
    if not exists (select from user_stats where user_id = of_followee) then return 'not_found'; end if;
    if not exists (select from user_stats where user_id = by_follower) then return 'not_found'; end if;
    return 'not_following';
  end if;
  if by_follower < of_followee then
    update user_stats set following_count = following_count - followee_change where user_id = by_follower;
    update user_stats set followers_count = followers_count - follower_change where user_id = of_followee;
  else
    update user_stats set followers_count = followers_count - follower_change where user_id = of_followee;
    update user_stats set following_count = following_count - followee_change where user_id = by_follower;
  end if;
  return 'deleted';
end $$;
