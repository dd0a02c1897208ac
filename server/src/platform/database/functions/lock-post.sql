-- Locks the counters of a post until the transaction ends, then reads the post.
--
-- Argument: `of_post` is the post. Returns one row, or none if the post does not exist or is deleted. A repost has no counters,
-- so nothing is locked for it.
create or replace function lock_post(of_post uuid) returns setof posts language plpgsql as $$
begin
  perform from post_stats where post_id = of_post for update;
  -- A statement of its own, so that it sees a deletion for which the lock has waited.
  return query select * from posts where id = of_post and deleted_at is null;
end $$;
