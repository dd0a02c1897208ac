-- Inserts a follow and adds it to the counts of both people. If the followed person approves followers, it inserts a request
-- instead.
--
-- Arguments: `by_follower` is the person who follows `of_followee`.
--
-- Returns one of these, and only the last three have changed anything:
-- - `not_found`: there is no such person, or the person is hidden.
-- - `blocked`: a block exists between the two.
-- - `already_following`: the follow exists.
-- - `already_requested`: the request exists.
-- - `requested`: the request is new.
-- - `inserted`: the follow is new.
-- - `request_replaced`: the same, and there was a request from before the person stopped approving followers.
--
-- First it locks the counters of the person with the lower id. Every change of this relationship takes that lock first, so they run
-- one after the other.
--
-- On a sharded database a commit reaches one database node after the other. So the transaction before may have released this lock
-- while its rows on other nodes are not visible yet. A block has rows on the nodes of both people, and this function reads those
-- beside the lock. A block locks both people. So it waits for a request only if the request locks both, too.
create or replace function insert_follow(by_follower uuid, of_followee uuid) returns text language plpgsql as $$
declare
  low uuid := least(by_follower, of_followee);
  high uuid := greatest(by_follower, of_followee);
  needs_approval boolean;
begin
  perform from user_stats where user_id = low for update;
  select follow_approval into needs_approval from users where id = of_followee;
  if not found or exists (select from hidden_users where user_id = of_followee and until > now()) then return 'not_found'; end if;
  if exists (select from blocks where blocker_id = low and blocked_id = high)
    or exists (select from blocked_by where blocked_id = low and blocker_id = high) then return 'blocked'; end if;
  if needs_approval then
    perform from user_stats where user_id = high for update;
    if exists (select from follows where follower_id = by_follower and followee_id = of_followee) then
      return 'already_following';
    end if;
    insert into follow_requests (followee_id, follower_id) values (of_followee, by_follower) on conflict do nothing;
    return case when found then 'requested' else 'already_requested' end;
  end if;
  return add_follow(by_follower, of_followee);
end $$;
