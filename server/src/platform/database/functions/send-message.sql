-- Sends a message. It does all checks and writes of chat/messages/send-message.ts in one statement.
--
-- Arguments: `in_conversation` and `by_sender` tell where, and who sends. `to_receiver` is the receiver that the client named,
-- or null. `as_id` is the id of the new message. `text_said` is its text. `with_media` has the ids of its media.
-- `as_client_id` is the client's own id of the message, or null. `by_socket` is the sender's socket, or null.
-- `accepted_cases` comes from users/contact.ts, which has the rule. A message is accepted if the list contains its case: the
-- receiver's preference and the names of the true flags, from the sender's point of view.
--
-- Returns one row. Its `verdict` is one of these, and only `added` has changed anything:
-- - `not_found`: the conversation does not exist, or the sender is not in it.
-- - `not_the_receiver`: the conversation is with somebody else than the named receiver.
-- - `sent`: a message with this client id exists. `sent_id` is its id, and `is_sent_gone` tells whether it was deleted.
-- - `refused`: a block or the receiver's preference forbids it, or the receiver is hidden. Also the first message of a limited person to
--   somebody who does not follow them.
-- - `added`: the message was sent. The other columns describe it, and count what is unread for both.
-- `is_listed_anew` tells whether the message brings the conversation back into the list of one of the two.
--
-- Each statement inside names one key (the conversation or one person), so that Citus can run it.
create or replace function send_message(
  in_conversation uuid, by_sender uuid, to_receiver uuid, as_id uuid, text_said text, with_media uuid[], as_client_id text,
  by_socket text, accepted_cases text[],
  out verdict text, out receiver_id uuid, out seq integer, out created_at timestamptz, out sent_id uuid,
  out is_sent_gone boolean, out is_listed_anew boolean, out username text, out avatar uuid, out sender_seq bigint,
  out sender_unread integer, out sender_unread_conversations integer, out receiver_seq bigint, out receiver_unread integer,
  out receiver_unread_conversations integer)
language plpgsql as $$
declare
  own record;
  other record;
  is_accepted boolean;
  event jsonb;
begin
  select case low_id when by_sender then high_id else low_id end, last_seq + 1 into receiver_id, seq from conversations
    where id = in_conversation and by_sender in (low_id, high_id) for no key update;
  if not found then verdict := 'not_found'; return; end if;
  if receiver_id <> to_receiver then verdict := 'not_the_receiver'; return; end if;

  select users.username, users.avatar, member.last_at, member.cleared_seq, member.has_written,
    exists (select from blocks where blocker_id = by_sender and blocked_id = receiver_id) as blocks,
    exists (select from follows where follower_id = by_sender and followee_id = receiver_id) as follows
    into own from users
    left join conversation_members as member on member.user_id = users.id and member.conversation_id = in_conversation
    where users.id = by_sender;
  select users.message_preference, member.last_at, member.has_written,
    exists (select from blocks where blocker_id = receiver_id and blocked_id = by_sender)
      or exists (select from hidden_users where user_id = receiver_id and until > now()) as blocks,
    exists (select from follows where follower_id = receiver_id and followee_id = by_sender) as follows
    into other from users
    left join conversation_members as member on member.user_id = users.id and member.conversation_id = in_conversation
    where users.id = receiver_id;
  is_accepted := found and concat_ws(' ', other.message_preference,
    case when own.follows then 'follows' end, case when other.follows then 'followed_by' end,
    case when own.blocks then 'blocks' end, case when other.blocks then 'blocked_by' end,
    case when other.has_written then 'wrote' end) = any (accepted_cases);
  if is_accepted and not other.follows and not coalesce(other.has_written, false) and not coalesce(own.has_written, false) then
    is_accepted := not exists (select from limited_users where user_id = by_sender and until > now());
  end if;
  -- The clock, because the transaction may have waited for the lock since its beginning.
  created_at := clock_timestamp();
  if is_accepted then
    insert into messages (id, conversation_id, seq, sender_id, content, has_media, media_ids, client_id, created_at)
      values (as_id, in_conversation, send_message.seq, by_sender, text_said, cardinality(with_media) > 0, with_media,
        as_client_id, send_message.created_at)
      on conflict (conversation_id, sender_id, client_id) do nothing;
  end if;
  -- An earlier message with this client id counts more than a refusal.
  if not is_accepted or not found then
    select messages.id, deleted_at is not null or messages.seq <= own.cleared_seq into sent_id, is_sent_gone from messages
      where conversation_id = in_conversation and sender_id = by_sender and client_id = as_client_id;
    verdict := case when found then 'sent' else 'refused' end;
    return;
  end if;
  -- A conversation begins with its first message. Nobody learns when somebody opened it.
  update conversations set last_seq = send_message.seq,
    created_at = case when send_message.seq = 1 then send_message.created_at else conversations.created_at end
    where id = in_conversation;
  update conversation_members set last_seq = send_message.seq, last_at = send_message.created_at, has_written = true
    where user_id = by_sender and conversation_id = in_conversation returning unread_count into sender_unread;
  update conversation_members
    set last_seq = send_message.seq, last_at = send_message.created_at, unread_count = unread_count + 1
    where user_id = receiver_id and conversation_id = in_conversation returning unread_count into receiver_unread;
  is_listed_anew := own.last_at is null or other.last_at is null;

  event := jsonb_build_object('messageId', as_id, 'conversationId', in_conversation);
  if by_sender < receiver_id then
    sender_seq := append_to_event_log(by_sender, 'message', event, by_socket);
    receiver_seq := append_to_event_log(receiver_id, 'message', event, null);
  else
    receiver_seq := append_to_event_log(receiver_id, 'message', event, null);
    sender_seq := append_to_event_log(by_sender, 'message', event, by_socket);
  end if;
  -- Counted while both event logs are locked, so the counts fit the numbers of the new events.
  sender_unread_conversations := count_unread_conversations(by_sender);
  receiver_unread_conversations := count_unread_conversations(receiver_id);
  username := own.username;
  avatar := own.avatar;
  verdict := 'added';
end $$;
