-- Bookmarks a post, or removes the bookmark. Returns whether the bookmark is there afterwards, or null if the post is gone.
--
-- Arguments: `by_user` is the person, who may see the post. `of_post` is the post or comment. It is not a repost.
create or replace function toggle_bookmark(by_user uuid, of_post uuid) returns boolean language plpgsql as $$
begin
  perform from lock_post(of_post);
  if not found then return null; end if;
  delete from bookmarks where user_id = by_user and post_id = of_post;
  if found then return false; end if;
  insert into bookmarks (user_id, post_id) values (by_user, of_post);
  return true;
end $$;
