-- One for each pair, whatever the race. Its row is locked by whatever changes it, its messages or its members: so
-- it numbers messages without a gap, and every other row of it is only ever touched in turn.
create table conversations (
  id uuid primary key,
  low_id uuid not null references users (id),
  high_id uuid not null references users (id),
  last_seq integer not null default 0,
  created_at timestamptz not null default now(),
  constraint conversations_one_per_pair unique (low_id, high_id),
  check (low_id < high_id)
);

-- A deleted message keeps its row, emptied, so that the same clientId can't bring it back.
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
  constraint messages_once unique (sender_id, client_id)
);
create unique index messages_of on messages (conversation_id, seq) where deleted_at is null;

-- A conversation as one of its two has it, under that person: a list is one scan of an index.
create table conversation_members (
  user_id uuid not null references users (id),
  conversation_id uuid not null references conversations (id),
  other_id uuid not null references users (id),
  -- Of the other's messages, those after read_seq.
  unread_count integer not null default 0 check (unread_count >= 0),
  read_seq integer not null default 0,
  -- How far the other has been told that one has received and read: neither moves while a block stands.
  delivered_seq integer not null default 0,
  seen_seq integer not null default 0,
  -- History up to here was deleted from one's own list.
  cleared_seq integer not null default 0,
  -- Whoever has been written to may answer and call, whatever the preferences.
  has_written boolean not null default false,
  -- The newest message there is for this one, and when it came; null where there is none.
  last_seq integer,
  last_at timestamptz,
  primary key (user_id, conversation_id),
  constraint conversation_members_pair unique (user_id, other_id),
  check ((last_seq is null) = (last_at is null))
);
create index conversation_members_newest on conversation_members (user_id, last_at desc, conversation_id desc)
  where last_at is not null;
create index conversation_members_unread on conversation_members (user_id) where unread_count > 0;

alter table media add column message_id uuid references messages (id);
alter table media drop constraint media_used_for_check;
alter table media add constraint media_used_for_check
  check (used_for in ('nothing', 'post', 'profile', 'message'));
alter table media add constraint media_message_check check ((used_for = 'message') = (message_id is not null));
create index media_of_message on media (message_id, position) where message_id is not null;
