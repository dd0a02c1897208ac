-- Returns the number of conversations in which a person has unread messages. It stops at 1000, because no badge shows more.
--
-- Argument: `of_user` is the person.
create or replace function count_unread_conversations(of_user uuid) returns integer
language plpgsql stable as $$
begin
  return (select count(*) from (
    select from conversation_members where user_id = of_user and unread_count > 0 limit 1000) as counted);
end $$;
