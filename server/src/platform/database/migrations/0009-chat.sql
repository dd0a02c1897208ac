-- Chat: conversations and messages by the conversation, memberships by the person.

-- Each change of a conversation, its messages or its memberships locks its row here. So messages get numbers without a gap,
-- and nobody else changes these rows at the same time.
create table conversations (
  id uuid primary key,
  -- The two people. `conversation_members_pair` keeps the pair unique: a transaction inserts the memberships first, that of
  -- the smaller id before the other.
  low_id uuid not null references users (id),
  high_id uuid not null references users (id),
  last_seq integer not null default 0,
  created_at timestamptz not null default now(),
  -- Since then both people have deleted the history up to the last message; otherwise null. The sweep deletes its messages.
  deleted_by_both_at timestamptz,
  check (low_id < high_id)
);
create index conversations_deleted on conversations (deleted_by_both_at) where deleted_by_both_at is not null;

-- A deleted message keeps an empty row, so that a client that repeats its clientId does not send it again.
create table messages (
  id uuid primary key,
  conversation_id uuid not null references conversations (id),
  seq integer not null,
  sender_id uuid not null references users (id),
  kind text not null default 'message' check (kind in ('message', 'call')),
  content text not null,
  has_media boolean not null default false,
  client_id text,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- The result of a call, in the message that a call leaves behind.
  call jsonb,
  -- The message does not count as unread, because it says nothing new to its receiver.
  is_silent boolean not null default false,
  media_ids uuid[] not null default '{}',
  -- Moderators removed the message. It counts as deleted, but keeps its content, so that it can come back.
  is_withheld boolean not null default false,
  check (deleted_at is not null or not is_withheld),
  constraint messages_once unique (conversation_id, sender_id, client_id),
  constraint messages_call_check check ((kind = 'call') = (call is not null))
);
create unique index messages_of on messages (conversation_id, seq) where deleted_at is null;

-- A conversation as one of its two people has it. A person's list is one scan of an index.
create table conversation_members (
  user_id uuid not null references users (id),
  conversation_id uuid not null,
  other_id uuid not null references users (id),
  -- The number of the other's messages after read_seq.
  unread_count integer not null default 0 check (unread_count >= 0),
  read_seq integer not null default 0,
  -- The other person knows about delivery and reading up to here. Neither number moves while a block exists.
  delivered_seq integer not null default 0,
  seen_seq integer not null default 0,
  -- This person deleted the history up to here from their own list.
  cleared_seq integer not null default 0,
  -- The other may answer and call a person who has written to them, whatever the preferences are.
  has_written boolean not null default false,
  -- The newest message that this person can see, and its time. Both are null if there is none.
  last_seq integer,
  last_at timestamptz,
  primary key (user_id, conversation_id),
  constraint conversation_members_pair unique (user_id, other_id),
  check ((last_seq is null) = (last_at is null))
);
create index conversation_members_newest on conversation_members (user_id, last_at desc, conversation_id desc)
  where last_at is not null;
create index conversation_members_unread on conversation_members (user_id) where unread_count > 0;
