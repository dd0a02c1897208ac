-- Records that messages of a conversation have reached a device of their receiver.
--
-- Arguments: `in_conversation` and `by_receiver` tell where, and who received. `asked_up_to` is the number of the last message.
-- Null means all of them.
--
-- Returns one row. Its `verdict` is one of these, and only `delivered` has changed anything:
-- - `not_found`: the conversation does not exist, or the receiver is not in it.
-- - `nothing_new`: the other person knows it already, a block exists or the other person is hidden, or the other person sent none of these messages.
-- - `delivered`: `other_seq` is the event that reports the delivery to the other person.
create or replace function mark_delivered(
  in_conversation uuid, by_receiver uuid, asked_up_to integer,
  out verdict text, out other_id uuid, out up_to integer, out other_seq bigint)
language plpgsql as $$
declare
  conversation record;
  own record;
begin
  select low_id, high_id, last_seq into conversation from conversations
    where id = in_conversation and by_receiver in (low_id, high_id) for no key update;
  if not found then verdict := 'not_found'; return; end if;
  other_id := case when conversation.low_id = by_receiver then conversation.high_id else conversation.low_id end;
  verdict := 'nothing_new';
  up_to := least(coalesce(asked_up_to, conversation.last_seq), conversation.last_seq);
  select delivered_seq into own from conversation_members
    where user_id = by_receiver and conversation_id = in_conversation and delivered_seq < up_to;
  if not found then return; end if;
  if exists (select from blocks where blocker_id = by_receiver and blocked_id = other_id) then return; end if;
  if exists (select from blocked_by where blocked_id = by_receiver and blocker_id = other_id) then return; end if;
  if exists (select from hidden_users where user_id = other_id and until > now()) then return; end if;
  if not exists (select from messages
    where conversation_id = in_conversation and deleted_at is null and sender_id = mark_delivered.other_id
      and seq > own.delivered_seq and seq <= up_to) then return; end if;
  update conversation_members set delivered_seq = up_to where user_id = by_receiver and conversation_id = in_conversation;
  other_seq := append_to_event_log(other_id, 'messagesDelivered',
    jsonb_build_object('conversationId', in_conversation, 'receiverId', by_receiver, 'upTo', up_to), null);
  verdict := 'delivered';
end $$;
