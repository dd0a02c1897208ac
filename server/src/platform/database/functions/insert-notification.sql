-- Inserts a notification if it is new, its person wants it and mutes neither the actor nor the thread, and they may see its post.
-- Limited people cause none for people who do not follow them. Then it appends the notification to the person's event log.
--
-- Arguments:
-- - `as_id`: the id of the notification.
-- - `for_user`: the person who gets it.
-- - `by_actor`: the person who causes it.
-- - `of_type`: its type.
-- - `about_post`: its post, or null.
-- - `by_authors`: the hidden-if-blocked ids of the post, without `for_user`.
-- - `only_for_audience`: the author whom `for_user` must follow, or null if everybody may see the post.
-- - `in_thread`: the post that began the thread of `about_post`, or null.
--
-- Returns the number of the new entry in the event log, or null if nothing was inserted. All rows have the key of `for_user`.
drop function if exists insert_notification(uuid, uuid, uuid, text, uuid, uuid[], uuid);
create or replace function insert_notification(
  as_id uuid, for_user uuid, by_actor uuid, of_type text, about_post uuid, by_authors uuid[], only_for_audience uuid,
  in_thread uuid)
returns bigint language plpgsql as $$
begin
  if cardinality(by_authors) > 0 and (
    exists (select from blocks where blocker_id = for_user and blocked_id = any(by_authors))
    or exists (select from blocked_by where blocked_id = for_user and blocker_id = any(by_authors))
    or exists (select from hidden_users where user_id = any(by_authors) and until > now())) then return null; end if;
  if only_for_audience is not null and not exists (
    select from follows where follower_id = for_user and followee_id = only_for_audience) then return null; end if;
  if exists (select from mutes where muter_id = for_user and muted_id = by_actor and until > now()
    and (not reposts_only or of_type = 'repost')) then return null; end if;
  if in_thread is not null and exists (
    select from muted_threads where user_id = for_user and root_id = in_thread) then return null; end if;
  if exists (select from limited_users where user_id = by_actor and until > now()) and not exists (
    select from follows where follower_id = for_user and followee_id = by_actor) then return null; end if;
  insert into notifications (id, user_id, actor_id, type, post_id)
    select as_id, users.id, by_actor, of_type, about_post from users
    where users.id = for_user and wants_notification(notification_preferences, of_type)
    on conflict on constraint notifications_once do nothing;
  if not found then return null; end if;
  return append_to_event_log(for_user, 'notification', jsonb_build_object('notificationId', as_id), null);
end $$;
