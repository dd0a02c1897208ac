-- Inserts a follow, adds it to the counts of both people, and deletes the request for it. From the first follow on, strangers can click
-- the links of a new account.
--
-- Arguments: `by_follower` is the person who follows `of_followee`.
--
-- Returns `already_following`, `inserted`, or `request_replaced` if the follow is new and there was a request.
--
-- The caller has locked the counters of the person with the lower id. The updates run in the order of the ids, too.
create or replace function add_follow(by_follower uuid, of_followee uuid) returns text language plpgsql as $$
declare
  had_request boolean;
begin
  delete from follow_requests where followee_id = of_followee and follower_id = by_follower;
  had_request := found;
  insert into follows (follower_id, followee_id) values (by_follower, of_followee) on conflict do nothing;
  if not found then return 'already_following'; end if;
  update users set unknown_as = null where id = of_followee and unknown_as is not null;
  if by_follower < of_followee then
    update user_stats set following_count = following_count + 1 where user_id = by_follower;
    update user_stats set followers_count = followers_count + 1 where user_id = of_followee;
  else
    update user_stats set followers_count = followers_count + 1 where user_id = of_followee;
    update user_stats set following_count = following_count + 1 where user_id = by_follower;
  end if;
  return case when had_request then 'request_replaced' else 'inserted' end;
end $$;
