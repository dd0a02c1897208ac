-- Turns a request into a follow, and adds it to the counts of both people.
--
-- Arguments: `by_follower` has asked to follow `of_followee`, who accepts.
--
-- Returns true if there was a request, and the person who asked is not hidden. A block deletes requests, so there is none across a
-- block. It takes the same locks as `insert_follow`.
create or replace function accept_follow_request(by_follower uuid, of_followee uuid) returns boolean language plpgsql as $$
begin
  perform from user_stats where user_id = least(by_follower, of_followee) for update;
  if exists (select from hidden_users where user_id = by_follower and until > now()) then return false; end if;
  -- On a sharded database, a block may have released the lock and delete the request only now. A delete waits for it.
  delete from follow_requests where followee_id = of_followee and follower_id = by_follower;
  if not found then return false; end if;
  perform add_follow(by_follower, of_followee);
  return true;
end $$;
