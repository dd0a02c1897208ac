-- Inserts a follow and counts it for both people.
--
-- Arguments: `by_user` follows `other_user`.
--
-- Returns one of these, and only `inserted` has changed anything:
-- - `not_found`: there is no such person.
-- - `blocked`: a block exists between the two.
-- - `exists`: the follow exists.
-- - `inserted`
--
-- It locks the counters of both in the order of their ids, as every change of a relationship does.
create or replace function insert_follow(by_user uuid, other_user uuid) returns text language plpgsql as $$
begin
  perform from user_stats where user_id = least(by_user, other_user) for update;
  if exists (select from blocks where blocker_id = by_user and blocked_id = other_user)
    or exists (select from blocked_by where user_id = by_user and blocker_id = other_user) then return 'blocked'; end if;
  if not exists (select from user_stats where user_id = other_user) then return 'not_found'; end if;
  insert into follows (follower_id, followee_id) values (by_user, other_user) on conflict do nothing;
  if not found then return 'exists'; end if;
  if by_user < other_user then
    update user_stats set following_count = following_count + 1 where user_id = by_user;
    update user_stats set followers_count = followers_count + 1 where user_id = other_user;
  else
    update user_stats set followers_count = followers_count + 1 where user_id = other_user;
    update user_stats set following_count = following_count + 1 where user_id = by_user;
  end if;
  return 'inserted';
end $$;
