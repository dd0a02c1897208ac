-- Likes a post, or removes the like. It also counts the engagement, and inserts or deletes the notification of the author.
--
-- Arguments:
-- - `by_user`: the person who likes. The caller has checked that this person may see the post.
-- - `of_post`: the post or comment. It is not a repost.
-- - `as_notification`: the id of the notification if there is a new one.
-- - `min_popular_engagers` and `milestone_sums`: see `count_engagement`.
--
-- Returns one row. If the post is deleted, all columns are null. Otherwise `is_liked` tells whether the person likes the post now, and
-- `new_count` counts the likes. `author_seq` is the number of the new entry in the event log of `author`, or null if there is none.
create or replace function toggle_like(
  by_user uuid, of_post uuid, as_notification uuid, min_popular_engagers integer, milestone_sums integer[],
  out is_liked boolean, out new_count integer, out author uuid, out author_seq bigint)
language plpgsql as $$
declare
  post record;
  was_counted boolean;
begin
  select author_id, visibility, audience_id, hidden_if_blocked_ids, root_id into post from lock_post(of_post);
  if not found then return; end if;
  author := post.author_id;
  loop
    delete from likes where user_id = by_user and post_id = of_post returning is_counted into was_counted;
    is_liked := not found;
    exit when not is_liked;
    insert into likes (user_id, post_id) values (by_user, of_post) on conflict do nothing;
    exit when found;
    -- On a sharded database, the transaction before may have released the post's lock, and commit its like only now.
  end loop;
  new_count := count_engagement(of_post, 'like_count', case when is_liked then 1 else -was_counted::int end,
    case when is_liked and author <> by_user then by_user end, min_popular_engagers, milestone_sums);
  if author = by_user then return; end if;
  if is_liked then
    author_seq := insert_notification(as_notification, author, by_user, 'like', of_post,
      array_append(array_remove(post.hidden_if_blocked_ids, author), by_user),
      case when post.visibility <> 'public' and post.audience_id <> author then post.audience_id end,
      coalesce(post.root_id, of_post));
  else
    author_seq := delete_notification(author, by_user, 'like', of_post);
  end if;
end $$;
