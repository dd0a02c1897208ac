-- Marks the messages of a conversation as read.
--
-- Arguments: `in_conversation` and `by_reader` tell where, and who reads. `asked_up_to` is the number of the last message that
-- was read. Null means all of them.
--
-- Returns one row. Its `verdict` is one of these, and only `read` has changed anything:
-- - `not_found`: the conversation does not exist, or the reader is not in it.
-- - `nothing_new`: the reader has read these messages before.
-- - `read`: `unread_count` messages are left. If that number changed, `reader_seq` and `unread_conversations` are set.
-- `message_ids` has the newest messages of the other person that are read now, at most 200. If there are any, `other_seq` is
-- the event that reports them to the other person.
--
-- While a block exists, one of the two hides read receipts, or the other person is hidden, the other person learns nothing, and
-- `seen_seq` does not move.
create or replace function mark_read(
  in_conversation uuid, by_reader uuid, asked_up_to integer,
  out verdict text, out other_id uuid, out up_to integer, out unread_count integer, out unread_conversations integer,
  out message_ids uuid[], out reader_seq bigint, out other_seq bigint)
language plpgsql as $$
declare
  conversation record;
  own record;
  is_open boolean;
  shows_receipts boolean;
  receipt jsonb;
begin
  select low_id, high_id, last_seq into conversation from conversations
    where id = in_conversation and by_reader in (low_id, high_id) for no key update;
  if not found then verdict := 'not_found'; return; end if;
  other_id := case when conversation.low_id = by_reader then conversation.high_id else conversation.low_id end;
  select read_seq, seen_seq, members.unread_count into own from conversation_members as members
    where user_id = by_reader and conversation_id = in_conversation;
  if not found then verdict := 'not_found'; return; end if;
  verdict := 'nothing_new';
  up_to := least(coalesce(asked_up_to, conversation.last_seq), conversation.last_seq);
  if up_to <= own.read_seq then return; end if;

  is_open := not exists (select from blocks where blocker_id = by_reader and blocked_id = other_id);
  is_open := is_open and not exists (select from blocked_by where blocked_id = by_reader and blocker_id = other_id);
  is_open := is_open and not exists (select from hidden_users where user_id = other_id and until > now());
  shows_receipts := is_open and exists (select from users where id = by_reader and send_read_receipts);
  shows_receipts := shows_receipts and exists (select from users where id = other_id and send_read_receipts);
  unread_count := (select count(*) from messages
    where conversation_id = in_conversation and seq > up_to and deleted_at is null and not is_silent
      and sender_id <> by_reader);
  if shows_receipts then
    update conversation_members set read_seq = up_to, unread_count = mark_read.unread_count, seen_seq = up_to,
        delivered_seq = greatest(delivered_seq, up_to)
      where user_id = by_reader and conversation_id = in_conversation;
    message_ids := array(select id from messages
      where conversation_id = in_conversation and sender_id = mark_read.other_id and deleted_at is null
        and seq > own.seen_seq and seq <= up_to
      order by seq desc limit 200);
  else
    update conversation_members set read_seq = up_to, unread_count = mark_read.unread_count,
        delivered_seq = case when is_open then greatest(delivered_seq, up_to) else delivered_seq end
      where user_id = by_reader and conversation_id = in_conversation;
  end if;
  verdict := 'read';

  receipt := jsonb_build_object('conversationId', in_conversation, 'messageIds', to_jsonb(message_ids), 'readerId', by_reader,
    'upTo', up_to);
  if cardinality(message_ids) > 0 and other_id < by_reader then
    other_seq := append_to_event_log(other_id, 'messagesRead', receipt, null);
  end if;
  if unread_count <> own.unread_count then
    reader_seq := append_to_event_log(by_reader, 'unread', jsonb_build_object('conversationId', in_conversation), null);
    unread_conversations := count_unread_conversations(by_reader);
  end if;
  if cardinality(message_ids) > 0 and other_id > by_reader then
    other_seq := append_to_event_log(other_id, 'messagesRead', receipt, null);
  end if;
end $$;
