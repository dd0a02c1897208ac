-- Deletes one person's notification of one thing. Then it reports the change in the person's event log.
--
-- Arguments: `of_user` is the person who has the notification. `by_actor`, `of_type` and `about_post` identify it.
--
-- Returns the number of the new entry in the event log, or null if there was no such notification.
create or replace function delete_notification(of_user uuid, by_actor uuid, of_type text, about_post uuid)
returns bigint language plpgsql as $$
begin
  delete from notifications
    where user_id = of_user and actor_id = by_actor and type = of_type and post_id is not distinct from about_post;
  if not found then return null; end if;
  return append_to_event_log(of_user, 'notificationsChanged', '{}', null);
end $$;
