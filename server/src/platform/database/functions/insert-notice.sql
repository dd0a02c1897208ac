-- Inserts a notification that the site itself sends, if it is new. Then it appends the notification to the person's event log.
--
-- Arguments: `as_id` is the id of the notification, `for_user` its person, `of_type` its type and `about_thing` the id of what it is about.
-- `with_detail` says what happened, or is null.
--
-- Returns the number of the new entry in the event log, or null if nothing was inserted. All rows have the key of `for_user`.
create or replace function insert_notice(as_id uuid, for_user uuid, of_type text, about_thing uuid, with_detail text)
returns bigint language plpgsql as $$
begin
  insert into notifications (id, user_id, actor_id, type, post_id, detail)
    values (as_id, for_user, for_user, of_type, about_thing, with_detail)
    on conflict on constraint notifications_once do nothing;
  if not found then return null; end if;
  return append_to_event_log(for_user, 'notification', jsonb_build_object('notificationId', as_id), null);
end $$;
