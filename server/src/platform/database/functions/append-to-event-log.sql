-- Appends an entry to the event log of a person (event_log_entries). Returns its number. No other code of
-- the server inserts there.
--
-- Arguments: `of_user` is the person. `event_name` is the name of the event. `event` is its content, mostly ids.
-- `by_socket` is the socket that caused the event and already got an answer. It may be null.
--
-- The function locks the person's row in event_log_heads until the commit. So a transaction calls it last. For two people it
-- calls it in the order of their ids.
create or replace function append_to_event_log(of_user uuid, event_name text, event jsonb, by_socket text) returns bigint
language plpgsql as $$
declare
  number bigint;
begin
  insert into event_log_heads as head (user_id, last_seq) values (of_user, 1)
    on conflict (user_id) do update set last_seq = head.last_seq + 1 returning last_seq into number;
  insert into event_log_entries (user_id, seq, name, item, sent_by)
    values (of_user, number, event_name, event, by_socket);
  return number;
end $$;
