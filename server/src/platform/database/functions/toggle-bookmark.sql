-- Bookmarks a post, or removes the bookmark. Returns true if the person bookmarks the post now, and false if not. Returns null if the
-- post is deleted.
--
-- Arguments:
-- - `by_user`: the person who bookmarks. The caller has checked that this person may see the post.
-- - `of_post`: the post or comment. It is not a repost.
create or replace function toggle_bookmark(by_user uuid, of_post uuid) returns boolean language plpgsql as $$
begin
  perform from lock_post(of_post);
  if not found then return null; end if;
  loop
    delete from bookmarks where user_id = by_user and post_id = of_post;
    if found then return false; end if;
    insert into bookmarks (user_id, post_id) values (by_user, of_post) on conflict do nothing;
    if found then return true; end if;
    -- See toggle_like.
  end loop;
end $$;
