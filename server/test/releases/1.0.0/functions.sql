-- Turns a request into a follow, and adds it to the counts of both people.
--
-- Arguments: `by_follower` has asked to follow `of_followee`, who accepts.
--
-- Returns true if there was a request, and the person who asked is not hidden. A block deletes requests, so there is none across a
-- block. It takes the same locks as `insert_follow`.
create or replace function accept_follow_request(by_follower uuid, of_followee uuid) returns boolean language plpgsql as $$
begin
  perform from user_stats where user_id = least(by_follower, of_followee) for update;
  if exists (select from hidden_users where user_id = by_follower and until > now()) then return false; end if;
  -- On a sharded database, a block may have released the lock and delete the request only now. A delete waits for it.
  delete from follow_requests where followee_id = of_followee and follower_id = by_follower;
  if not found then return false; end if;
  perform add_follow(by_follower, of_followee);
  return true;
end $$;

-- Inserts a follow, adds it to the counts of both people, and deletes the request for it. From the first follow on, strangers can click
-- the links of a new account.
--
-- Arguments: `by_follower` is the person who follows `of_followee`.
--
-- Returns `already_following`, `inserted`, or `request_replaced` if the follow is new and there was a request.
--
-- The caller has locked the counters of the person with the lower id. The updates run in the order of the ids, too.
create or replace function add_follow(by_follower uuid, of_followee uuid) returns text language plpgsql as $$
declare
  had_request boolean;
begin
  delete from follow_requests where followee_id = of_followee and follower_id = by_follower;
  had_request := found;
  insert into follows (follower_id, followee_id) values (by_follower, of_followee) on conflict do nothing;
  if not found then return 'already_following'; end if;
  update users set unknown_as = null where id = of_followee and unknown_as is not null;
  if by_follower < of_followee then
    update user_stats set following_count = following_count + 1 where user_id = by_follower;
    update user_stats set followers_count = followers_count + 1 where user_id = of_followee;
  else
    update user_stats set followers_count = followers_count + 1 where user_id = of_followee;
    update user_stats set following_count = following_count + 1 where user_id = by_follower;
  end if;
  return case when had_request then 'request_replaced' else 'inserted' end;
end $$;

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

-- Changes one counter of a post. Stores the engager, if there is one. Returns the new value of the counter.
--
-- Arguments:
-- - `of_post`: the post. The update locks its counters if the caller has not locked them with `lock_post`.
-- - `counter`: `like_count`, `comment_count` or `repost_count`.
-- - `change`: 1, -1, or 0 for something that was not counted.
-- - `by_user`: the person who engages with the post, or null if nobody counts as an engager. Each person counts once.
-- - `min_popular_engagers`: the post becomes popular with this many engagers.
-- - `milestone_sums`: the sums of likes, comments and reposts at which a popular post gets its next milestone.
--
-- All rows have the key of the post. Citus sends `case counter when …` to its workers in a form that they refuse.
create or replace function count_engagement(
  of_post uuid, counter text, change integer, by_user uuid, min_popular_engagers integer, milestone_sums integer[])
returns integer language plpgsql as $$
declare
  now_at timestamptz := now();
  new_engagers integer := 0;
  new_count integer;
begin
  if by_user is not null then
    insert into post_engagers (post_id, user_id) values (of_post, by_user) on conflict do nothing;
    if found then new_engagers := 1; end if;
  end if;
  update post_stats set
      like_count = like_count + case when counter = 'like_count' then change else 0 end,
      comment_count = comment_count + case when counter = 'comment_count' then change else 0 end,
      repost_count = repost_count + case when counter = 'repost_count' then change else 0 end,
      engager_count = engager_count + new_engagers,
      popular_since = coalesce(popular_since,
        case when engager_count + new_engagers >= min_popular_engagers then now_at end),
      milestones = case when popular_since is not null
        and like_count + comment_count + repost_count + change >= milestone_sums[cardinality(milestones) + 1]
        then milestones || now_at else milestones end
    where post_id = of_post
    returning case when counter = 'like_count' then like_count when counter = 'comment_count' then comment_count else repost_count end
    into new_count;
  return new_count;
end $$;

-- Returns the number of conversations in which a person has unread messages. It stops at 1000, because no badge shows more.
--
-- Argument: `of_user` is the person.
create or replace function count_unread_conversations(of_user uuid) returns integer
language plpgsql stable as $$
begin
  return (select count(*) from (
    select from conversation_members where user_id = of_user and unread_count > 0 limit 1000) as counted);
end $$;

-- Deletes a follow and subtracts it from the counts that contain it. If there is only a request to follow, it deletes the request.
--
-- Arguments: `by_follower` is the person who follows `of_followee`.
--
-- Returns one of these, and only `deleted` and `withdrawn` have changed anything:
-- - `not_found`: one of the two does not exist.
-- - `not_following`: there is neither a follow nor a request.
-- - `withdrawn`: the request is gone.
-- - `deleted`
--
-- It takes the same locks as `insert_follow`.
create or replace function delete_follow(by_follower uuid, of_followee uuid) returns text language plpgsql as $$
declare
  follower_change integer;
  followee_change integer;
begin
  perform from user_stats where user_id = least(by_follower, of_followee) for update;
  delete from follows where follower_id = by_follower and followee_id = of_followee
    returning is_follower_counted::int, is_followee_counted::int into follower_change, followee_change;
  if not found then
    delete from follow_requests where followee_id = of_followee and follower_id = by_follower;
    if found then return 'withdrawn'; end if;
    if not exists (select from user_stats where user_id = of_followee) then return 'not_found'; end if;
    if not exists (select from user_stats where user_id = by_follower) then return 'not_found'; end if;
    return 'not_following';
  end if;
  if by_follower < of_followee then
    update user_stats set following_count = following_count - followee_change where user_id = by_follower;
    update user_stats set followers_count = followers_count - follower_change where user_id = of_followee;
  else
    update user_stats set followers_count = followers_count - follower_change where user_id = of_followee;
    update user_stats set following_count = following_count - followee_change where user_id = by_follower;
  end if;
  return 'deleted';
end $$;

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

-- Inserts a follow and adds it to the counts of both people. If the followed person approves followers, it inserts a request
-- instead.
--
-- Arguments: `by_follower` is the person who follows `of_followee`.
--
-- Returns one of these, and only the last three have changed anything:
-- - `not_found`: there is no such person, or the person is hidden.
-- - `blocked`: a block exists between the two.
-- - `already_following`: the follow exists.
-- - `already_requested`: the request exists.
-- - `requested`: the request is new.
-- - `inserted`: the follow is new.
-- - `request_replaced`: the same, and there was a request from before the person stopped approving followers.
--
-- First it locks the counters of the person with the lower id. Every change of this relationship takes that lock first, so they run
-- one after the other.
--
-- On a sharded database a commit reaches one database node after the other. So the transaction before may have released this lock
-- while its rows on other nodes are not visible yet. A block has rows on the nodes of both people, and this function reads those
-- beside the lock. A block locks both people. So it waits for a request only if the request locks both, too.
create or replace function insert_follow(by_follower uuid, of_followee uuid) returns text language plpgsql as $$
declare
  low uuid := least(by_follower, of_followee);
  high uuid := greatest(by_follower, of_followee);
  needs_approval boolean;
begin
  perform from user_stats where user_id = low for update;
  select follow_approval into needs_approval from users where id = of_followee;
  if not found or exists (select from hidden_users where user_id = of_followee and until > now()) then return 'not_found'; end if;
  if exists (select from blocks where blocker_id = low and blocked_id = high)
    or exists (select from blocked_by where blocked_id = low and blocker_id = high) then return 'blocked'; end if;
  if needs_approval then
    perform from user_stats where user_id = high for update;
    if exists (select from follows where follower_id = by_follower and followee_id = of_followee) then
      return 'already_following';
    end if;
    insert into follow_requests (followee_id, follower_id) values (of_followee, by_follower) on conflict do nothing;
    return case when found then 'requested' else 'already_requested' end;
  end if;
  return add_follow(by_follower, of_followee);
end $$;

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
    where users.id = for_user
      and coalesce(notification_preferences #>> '{all,from}', 'anyone') <> 'no one'
      and coalesce(notification_preferences #>> array['types', of_type, 'from'], 'anyone') <> 'no one'
    on conflict on constraint notifications_once do nothing;
  if not found then return null; end if;
  return append_to_event_log(for_user, 'notification', jsonb_build_object('notificationId', as_id), null);
end $$;

-- Lists background jobs for the operator, newest first, without their payloads.
--
-- Arguments: `only_failed` leaves out jobs whose last try did not fail. `before` is the id of the last job of the page before,
-- or null. `skipped` and `most` are the usual offset and limit.
--
-- The job queue has row security, so only its owner sees jobs. This function runs as the owner.
create or replace function list_jobs(only_failed boolean, before bigint, skipped integer, most integer)
returns table (id bigint, name text, state text, attempts integer, max_attempts integer, run_at timestamptz,
  created_at timestamptz, last_error text)
language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  return query
    select job.id, job.task_identifier,
      case when job.locked_at is not null then 'running'
        when job.attempts >= job.max_attempts then 'failed'
        when job.last_error is not null then 'retrying'
        else 'waiting' end,
      job.attempts::integer, job.max_attempts::integer, job.run_at, job.created_at, left(job.last_error, 1000)
    from graphile_worker.jobs as job
    where (before is null or job.id < before) and (not only_failed or job.last_error is not null)
    order by job.id desc offset skipped limit most;
end $$;

-- Locks the counters of a post until the transaction ends, then reads the post.
--
-- Argument: `of_post` is the post. Returns one row, or none if the post does not exist or is deleted. A repost has no counters,
-- so nothing is locked for it.
create or replace function lock_post(of_post uuid) returns setof posts language plpgsql as $$
begin
  perform from post_stats where post_id = of_post for update;
  -- A statement of its own, so that it sees a deletion for which the lock has waited.
  return query select * from posts where id = of_post and deleted_at is null;
end $$;

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

-- Notes where a text was written, and counts where it was written before. If a text has many places, a new one replaces the oldest.
--
-- Arguments: `of_text` is the fingerprint. `by_author` wrote it in `in_place`, a thread or a conversation, as the post or message
-- `as_subject` of the type `as_type`. `as_new` tells whether the author counts as new. At most `max_kept` places of a text are kept.
-- The counts are about the last `hours`.
--
-- Returns the number of places of this author, and the numbers of authors and of places of new accounts, each with this one. All rows
-- have the key `of_text`.
create or replace function note_text(
  of_text bytea, by_author uuid, in_place uuid, as_type text, as_subject uuid, as_new boolean, max_kept integer, hours integer,
  out own_places integer, out new_authors integer, out new_places integer)
language plpgsql as $$
declare
  written_at timestamptz := clock_timestamp();
begin
  insert into text_sightings (fingerprint, author_id, place_id, subject_type, subject_id, is_new, at)
    values (of_text, by_author, in_place, as_type, as_subject, as_new, written_at)
    on conflict (fingerprint, author_id, place_id)
    do update set subject_type = excluded.subject_type, subject_id = excluded.subject_id, is_new = excluded.is_new, at = excluded.at;
  delete from text_sightings where fingerprint = of_text and (author_id, place_id) in (
    select author_id, place_id from text_sightings where fingerprint = of_text order by at desc offset max_kept);
  select count(*) filter (where author_id = by_author), count(distinct author_id) filter (where is_new),
      count(distinct place_id) filter (where is_new)
    into own_places, new_authors, new_places
    from text_sightings where fingerprint = of_text and at > written_at - hours * interval '1 hour';
end $$;

-- Finds discoverable people whose names look like the typed text. Returns their ids with the likeness from 0 to 1, the most alike
-- first.
--
-- Arguments: `typed` is the folded text. `most` is the largest number of results.
--
-- It is written in PL/pgSQL, because Citus can pass the parameters of such a function on to the shards. The body sets the
-- threshold, because the default needs longer names than people have. A `set` clause of the function would need a superuser
-- while pg_trgm is not loaded.
create or replace function people_alike(typed text, most integer) returns table (id uuid, likeness real)
language plpgsql stable rows 10 as $$
begin
  perform set_config('pg_trgm.word_similarity_threshold', '0.3', true);
  return query
    select scanned.id, word_similarity(typed, scanned.names) from (
      select users.id, users.names from users where typed <% users.names and users.discoverable limit 2000) as scanned
    order by 2 desc, 1 limit most;
end $$;

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

-- Finds hashtags of public posts that begin with a text. Posts of hidden people, of muted people, and of people behind a block in either
-- direction do not count. Posts of limited people count only for their followers.
--
-- Returns one row for each tag:
-- - `tag` is the folded tag, and `shown` its most frequent spelling.
-- - `count` is the number of its newest posts that the viewer can see.
-- - `people` is the number of people who used it in the last week. It is 0 if the tag is not among the most used ones.
--
-- Arguments: `viewer_id` is the person who asks. `start` is the folded beginning. `most_tags` is the number of tags to take
-- from the most used ones, and again from all of them by alphabet. `most_counted` limits the posts to count for each tag.
create or replace function tags_like(viewer_id uuid, start text, most_tags integer, most_counted integer)
returns table (tag text, shown text, count integer, people integer)
language plpgsql stable as $$
declare
  hidden uuid[] := array(select blocked_id from blocks where blocker_id = viewer_id)
    || array(select blocker_id from blocked_by where blocked_id = viewer_id)
    || array(select muted_id from mutes where muter_id = viewer_id and not reposts_only and until > now());
  beyond text := start || chr(1114111);
  firsts text[] := '{}';
  next_tag text;
begin
  select min(hashtag.tag) into next_tag from post_hashtags as hashtag
    where hashtag.visibility = 'public' and hashtag.tag >= start and hashtag.tag < beyond collate "C";
  while next_tag is not null and cardinality(firsts) < most_tags loop
    firsts := firsts || next_tag;
    select min(hashtag.tag) into next_tag from post_hashtags as hashtag
      where hashtag.visibility = 'public' and hashtag.tag > next_tag and hashtag.tag < beyond collate "C";
  end loop;
  for tag, people in
    select either.tag, max(either.people) from (
      (select used.tag, used.people from used_hashtags as used
        where used.tag >= start and used.tag < beyond collate "C" order by used.people desc, used.tag limit most_tags)
      union all select unnest(firsts), 0) as either
    where starts_with(either.tag, start) group by either.tag
  loop
    select mode() within group (order by scanned.shown), count(*)::int into shown, count from (
      select hashtag.shown, hashtag.author_id from post_hashtags as hashtag
      where hashtag.visibility = 'public' and hashtag.tag = tags_like.tag order by hashtag.post_id desc limit most_counted
    ) as scanned where scanned.author_id <> all (hidden)
      and not exists (select from hidden_users where user_id = scanned.author_id and until > now())
      and (scanned.author_id = viewer_id
        or not exists (select from limited_users where user_id = scanned.author_id and until > now())
        or exists (select from follows where follower_id = viewer_id and followee_id = scanned.author_id));
    if count > 0 then return next; end if;
  end loop;
end $$;

-- Bookmarks a post, or removes the bookmark. Returns true if the person bookmarks the post now, and false if not. Returns null if the
-- post is deleted.
--
-- Arguments:
-- - `by_user`: the person who bookmarks. The caller has checked that this person may see the post.
-- - `of_post`: the post or comment. It is not a repost.
create or replace function toggle_bookmark(by_user uuid, of_post uuid) returns boolean language plpgsql as $$
begin
  perform from lock_post(of_post);
  if not found then return null; end if;
  loop
    delete from bookmarks where user_id = by_user and post_id = of_post;
    if found then return false; end if;
    insert into bookmarks (user_id, post_id) values (by_user, of_post) on conflict do nothing;
    if found then return true; end if;
    -- See toggle_like.
  end loop;
end $$;

-- Likes a post, or removes the like. It also counts the engagement, and inserts or deletes the notification of the author.
--
-- Arguments:
-- - `by_user`: the person who likes. The caller has checked that this person may see the post.
-- - `of_post`: the post or comment. It is not a repost.
-- - `as_notification`: the id of the notification if there is a new one.
-- - `min_popular_engagers` and `milestone_sums`: see `count_engagement`.
--
-- Returns one row. If the post is deleted, all columns are null. Otherwise `is_liked` tells whether the person likes the post now, and
-- `new_count` counts the likes. `author_seq` is the number of the new entry in the event log of `author`, or null if there is none.
create or replace function toggle_like(
  by_user uuid, of_post uuid, as_notification uuid, min_popular_engagers integer, milestone_sums integer[],
  out is_liked boolean, out new_count integer, out author uuid, out author_seq bigint)
language plpgsql as $$
declare
  post record;
  was_counted boolean;
begin
  select author_id, visibility, audience_id, hidden_if_blocked_ids, root_id into post from lock_post(of_post);
  if not found then return; end if;
  author := post.author_id;
  loop
    delete from likes where user_id = by_user and post_id = of_post returning is_counted into was_counted;
    is_liked := not found;
    exit when not is_liked;
    insert into likes (user_id, post_id) values (by_user, of_post) on conflict do nothing;
    exit when found;
    -- On a sharded database, the transaction before may have released the post's lock, and commit its like only now.
  end loop;
  new_count := count_engagement(of_post, 'like_count', case when is_liked then 1 else -was_counted::int end,
    case when is_liked and author <> by_user then by_user end, min_popular_engagers, milestone_sums);
  if author = by_user then return; end if;
  if is_liked then
    author_seq := insert_notification(as_notification, author, by_user, 'like', of_post,
      array_append(array_remove(post.hidden_if_blocked_ids, author), by_user),
      case when post.visibility <> 'public' and post.audience_id <> author then post.audience_id end,
      coalesce(post.root_id, of_post));
  else
    author_seq := delete_notification(author, by_user, 'like', of_post);
  end if;
end $$;
