-- Tells whether a person wants notifications of a type, by the preferences in `users.notification_preferences`. A request to follow
-- has no preference of its own. The one for follows decides.
create or replace function wants_notification(preferences jsonb, of_type text)
returns boolean language sql immutable parallel safe as $$
  select coalesce(preferences #>> '{all,from}', 'anyone') <> 'no one'
    and coalesce(preferences #>> array['types', case of_type when 'followRequest' then 'follow' else of_type end, 'from'],
      'anyone') <> 'no one'
$$;
