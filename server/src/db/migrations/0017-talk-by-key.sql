-- Chat, each table by its own key: conversations and messages by the conversation, places in them by the person. What is
-- done most is a function: one statement for the server, and within it a statement for each key.

-- A clientId belongs to its conversation.
alter table messages drop constraint messages_once;
alter table messages add constraint messages_once unique (conversation_id, sender_id, client_id);
-- That there is one for each pair is held by conversation_members_pair: whoever has the smaller id has one with the other.
-- So the places are there before the conversation is.
alter table conversations drop constraint conversations_one_per_pair;
alter table conversation_members drop constraint conversation_members_conversation_id_fkey;

-- Told later, a message is looked up by its conversation.
update stream_events set item = item || jsonb_build_object('conversationId', messages.conversation_id)
  from messages where stream_events.name = 'message' and messages.id = (stream_events.item ->> 'messageId')::uuid;

-- Entries come in the order of time, so that a few pages of this tell where the old ones are; each entry wrote into the other.
drop index stream_events_age;
create index stream_events_age on stream_events using brin (created_at);

-- users/contact.ts, of two whom no block parts; a test holds the two against each other.
create function may_write(preference text, follows boolean, followed boolean, was_written_to boolean) returns boolean
language sql immutable parallel safe
return was_written_to or case preference
  when 'everyone' then true when 'followers' then follows when 'following' then followed
  when 'mutualFollowers' then follows and followed else false end;

-- Adds to a person's stream and gives the number. Locks its head until the commit, so it comes last, and for two people in
-- the order of their ids.
create function add_to_stream(of_user uuid, event_name text, event jsonb, by_socket text) returns bigint
language plpgsql as $$
declare
  number bigint;
begin
  insert into stream_heads as head (user_id, last_seq) values (of_user, 1)
    on conflict (user_id) do update set last_seq = head.last_seq + 1 returning last_seq into number;
  insert into stream_events (user_id, seq, name, item, sent_by)
    values (of_user, number, event_name, event, by_socket);
  return number;
end $$;

-- How many conversations have something unread; no badge shows more than so many.
create function unread_talks(of_user uuid) returns integer
language plpgsql stable as $$
begin
  return (select count(*) from (
    select from conversation_members where user_id = of_user and unread_count > 0 limit 1000) as counted);
end $$;

-- Sends a message: all that chat/messages/send-message.ts asks and writes. `verdict` is what became of it, and only `added`
-- has changed anything.
create function send_message(
  in_conversation uuid, by_sender uuid, to_receiver uuid, as_id uuid, text_said text, with_media uuid[], as_client_id text,
  by_socket text,
  out verdict text, out receiver_id uuid, out seq integer, out created_at timestamptz, out sent_id uuid,
  out is_sent_gone boolean, out is_listed_anew boolean, out username text, out avatar uuid, out sender_seq bigint,
  out sender_unread integer, out sender_talks integer, out receiver_seq bigint, out receiver_unread integer,
  out receiver_talks integer)
language plpgsql as $$
declare
  talk record;
  own record;
  other record;
  event jsonb;
begin
  select low_id, high_id, last_seq into talk from conversations
    where id = in_conversation and by_sender in (low_id, high_id) for no key update;
  if not found then verdict := 'not_found'; return; end if;
  receiver_id := case when talk.low_id = by_sender then talk.high_id else talk.low_id end;
  if receiver_id <> to_receiver then verdict := 'not_the_receiver'; return; end if;

  select users.username, users.avatar,
    exists (select from blocks where blocker_id = by_sender and blocked_id = receiver_id) as blocks,
    exists (select from follows where follower_id = by_sender and followee_id = receiver_id) as follows,
    (select last_at is null from conversation_members
      where user_id = by_sender and conversation_id = in_conversation) as is_unlisted,
    (select cleared_seq from conversation_members
      where user_id = by_sender and conversation_id = in_conversation) as cleared_seq
    into own from users where id = by_sender;
  username := own.username;
  avatar := own.avatar;

  if as_client_id is not null then
    select messages.id, deleted_at is not null or messages.seq <= own.cleared_seq into sent_id, is_sent_gone from messages
      where conversation_id = in_conversation and sender_id = by_sender and client_id = as_client_id;
    if found then verdict := 'sent'; return; end if;
  end if;

  select message_preference,
    exists (select from blocks where blocker_id = receiver_id and blocked_id = by_sender) as blocks,
    exists (select from follows where follower_id = receiver_id and followee_id = by_sender) as follows,
    (select has_written from conversation_members
      where user_id = receiver_id and conversation_id = in_conversation) as has_written,
    (select last_at is null from conversation_members
      where user_id = receiver_id and conversation_id = in_conversation) as is_unlisted
    into other from users where id = receiver_id;
  if not found or own.blocks or other.blocks
    or not may_write(other.message_preference, own.follows, other.follows, other.has_written)
  then verdict := 'refused'; return; end if;

  seq := talk.last_seq + 1;
  -- The clock, not the transaction's beginning: it may have waited for the lock.
  created_at := clock_timestamp();
  insert into messages (id, conversation_id, seq, sender_id, content, has_media, media_ids, client_id, created_at)
    values (as_id, in_conversation, send_message.seq, by_sender, text_said, cardinality(with_media) > 0, with_media,
      as_client_id, send_message.created_at);
  update conversations set last_seq = send_message.seq where id = in_conversation;
  update conversation_members set last_seq = send_message.seq, last_at = send_message.created_at, has_written = true
    where user_id = by_sender and conversation_id = in_conversation returning unread_count into sender_unread;
  update conversation_members
    set last_seq = send_message.seq, last_at = send_message.created_at, unread_count = unread_count + 1
    where user_id = receiver_id and conversation_id = in_conversation returning unread_count into receiver_unread;
  is_listed_anew := own.is_unlisted or other.is_unlisted;

  event := jsonb_build_object('messageId', as_id, 'conversationId', in_conversation);
  if by_sender < receiver_id then
    sender_seq := add_to_stream(by_sender, 'message', event, by_socket);
    receiver_seq := add_to_stream(receiver_id, 'message', event, null);
  else
    receiver_seq := add_to_stream(receiver_id, 'message', event, null);
    sender_seq := add_to_stream(by_sender, 'message', event, by_socket);
  end if;
  -- Behind the locks of both streams: as it is for who reads these up to here.
  sender_talks := unread_talks(by_sender);
  receiver_talks := unread_talks(receiver_id);
  verdict := 'added';
end $$;

-- Marks all up to a message as read, to the end where none is named. What the other is told of it stays where it is while a
-- block stands. `message_ids` are the newest of what the other wrote that is read now, if they are told.
create function mark_read(
  in_conversation uuid, by_reader uuid, asked_up_to integer,
  out verdict text, out other_id uuid, out up_to integer, out unread_count integer, out unread_conversations integer,
  out message_ids uuid[], out reader_seq bigint, out other_seq bigint)
language plpgsql as $$
declare
  talk record;
  own record;
  is_open boolean;
  told jsonb;
begin
  select low_id, high_id, last_seq into talk from conversations
    where id = in_conversation and by_reader in (low_id, high_id) for no key update;
  if not found then verdict := 'not_found'; return; end if;
  other_id := case when talk.low_id = by_reader then talk.high_id else talk.low_id end;
  select read_seq, seen_seq, members.unread_count into own from conversation_members as members
    where user_id = by_reader and conversation_id = in_conversation;
  if not found then verdict := 'not_found'; return; end if;
  verdict := 'nothing_new';
  up_to := least(coalesce(asked_up_to, talk.last_seq), talk.last_seq);
  if up_to <= own.read_seq then return; end if;

  is_open := not exists (select from blocks where blocker_id = by_reader and blocked_id = other_id);
  is_open := is_open and not exists (select from blocks where blocker_id = other_id and blocked_id = by_reader);
  unread_count := (select count(*) from messages
    where conversation_id = in_conversation and seq > up_to and deleted_at is null and not is_silent
      and sender_id <> by_reader);
  if is_open then
    update conversation_members set read_seq = up_to, unread_count = mark_read.unread_count, seen_seq = up_to,
        delivered_seq = greatest(delivered_seq, up_to)
      where user_id = by_reader and conversation_id = in_conversation;
    message_ids := array(select id from messages
      where conversation_id = in_conversation and sender_id = mark_read.other_id and deleted_at is null
        and seq > own.seen_seq and seq <= up_to
      order by seq desc limit 200);
  else
    update conversation_members set read_seq = up_to, unread_count = mark_read.unread_count
      where user_id = by_reader and conversation_id = in_conversation;
  end if;
  verdict := 'read';

  told := jsonb_build_object('conversationId', in_conversation, 'messageIds', to_jsonb(message_ids), 'readerId', by_reader,
    'upTo', up_to);
  if cardinality(message_ids) > 0 and other_id < by_reader then
    other_seq := add_to_stream(other_id, 'messagesRead', told, null);
  end if;
  if unread_count <> own.unread_count then
    reader_seq := add_to_stream(by_reader, 'unread', jsonb_build_object('conversationId', in_conversation), null);
    unread_conversations := unread_talks(by_reader);
  end if;
  if cardinality(message_ids) > 0 and other_id > by_reader then
    other_seq := add_to_stream(other_id, 'messagesRead', told, null);
  end if;
end $$;

-- Notes what has reached a device of the receiver's; `told` where the other is told of it.
create function mark_delivered(
  in_conversation uuid, by_receiver uuid, asked_up_to integer,
  out verdict text, out other_id uuid, out up_to integer, out other_seq bigint)
language plpgsql as $$
declare
  talk record;
  own record;
begin
  select low_id, high_id, last_seq into talk from conversations
    where id = in_conversation and by_receiver in (low_id, high_id) for no key update;
  if not found then verdict := 'not_found'; return; end if;
  other_id := case when talk.low_id = by_receiver then talk.high_id else talk.low_id end;
  verdict := 'nothing_new';
  up_to := least(coalesce(asked_up_to, talk.last_seq), talk.last_seq);
  select delivered_seq into own from conversation_members
    where user_id = by_receiver and conversation_id = in_conversation and delivered_seq < up_to;
  if not found then return; end if;
  if exists (select from blocks where blocker_id = by_receiver and blocked_id = other_id) then return; end if;
  if exists (select from blocks where blocker_id = other_id and blocked_id = by_receiver) then return; end if;
  if not exists (select from messages
    where conversation_id = in_conversation and deleted_at is null and sender_id = mark_delivered.other_id
      and seq > own.delivered_seq and seq <= up_to) then return; end if;
  update conversation_members set delivered_seq = up_to where user_id = by_receiver and conversation_id = in_conversation;
  other_seq := add_to_stream(other_id, 'messagesDelivered',
    jsonb_build_object('conversationId', in_conversation, 'receiverId', by_receiver, 'upTo', up_to), null);
  verdict := 'told';
end $$;
