-- Inserts a follow and adds it to the counts of both people.
--
-- Arguments: `by_follower` is the person who follows `of_followee`.
--
-- Returns one of these, and only `inserted` has changed anything:
-- - `not_found`: there is no such person, or the person is hidden.
-- - `blocked`: a block exists between the two.
-- - `already_following`: the follow exists.
-- - `inserted`
--
-- First it locks the counters of the person with the lower id. Every change of this relationship takes that lock first, so they run
-- one after the other. The updates run in the order of the ids, too.
create or replace function insert_follow(by_follower uuid, of_followee uuid) returns text language plpgsql as $$
begin
  perform from user_stats where user_id = least(by_follower, of_followee) for update;
  if exists (select from blocks where blocker_id = by_follower and blocked_id = of_followee)
    or exists (select from blocked_by where blocked_id = by_follower and blocker_id = of_followee) then return 'blocked'; end if;
  if not exists (select from user_stats where user_id = of_followee)
    or exists (select from hidden_users where user_id = of_followee and until > now()) then return 'not_found'; end if;
  insert into follows (follower_id, followee_id) values (by_follower, of_followee) on conflict do nothing;
  if not found then return 'already_following'; end if;
  if by_follower < of_followee then
    update user_stats set following_count = following_count + 1 where user_id = by_follower;
    update user_stats set followers_count = followers_count + 1 where user_id = of_followee;
  else
    update user_stats set followers_count = followers_count + 1 where user_id = of_followee;
    update user_stats set following_count = following_count + 1 where user_id = by_follower;
  end if;
  return 'inserted';
end $$;
