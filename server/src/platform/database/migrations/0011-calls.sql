-- Calls.

-- The processes to which tabs are connected. Each one writes its time again and again. If one stops, its calls end.
create table call_nodes (
  id uuid primary key,
  seen_at timestamptz not null default now()
);

-- One row for each call: the state that all tabs and nodes follow. Each change locks the row. The sweep deletes ended calls
-- after a day; a message in the chat stays.
create table calls (
  id uuid primary key,
  caller_id uuid not null references users (id),
  callee_id uuid not null references users (id),
  media text not null check (media in ('audio', 'video')),
  status text not null default 'ringing' check (status in ('ringing', 'active', 'ended')),
  reason text,
  -- The tab that started the call, the tab that answered, and the nodes they are connected to.
  caller_tab text not null,
  caller_session uuid not null,
  caller_node uuid not null,
  callee_tab text,
  callee_session uuid,
  callee_node uuid,
  -- The person who shares their screen: one at a time.
  sharer_id uuid references users (id),
  -- The clock, because `now()` is the beginning of the transaction, and that may have waited for a lock.
  created_at timestamptz not null default clock_timestamp(),
  answered_at timestamptz,
  ended_at timestamptz,
  check (caller_id <> callee_id),
  check ((status = 'active' or answered_at is not null) = (callee_tab is not null)),
  check ((status = 'ended') = (ended_at is not null and reason is not null))
);
create index calls_live on calls (status) where status <> 'ended';
create index calls_ended on calls (ended_at) where ended_at is not null;

-- The people in each call. A unique index keeps a person in one call at a time.
create table call_members (
  call_id uuid not null references calls (id) on delete cascade,
  user_id uuid not null references users (id),
  ended_at timestamptz,
  primary key (call_id, user_id)
);
create unique index call_members_one_live on call_members (user_id) where ended_at is null;
create index call_members_last on call_members (user_id, ended_at desc) where ended_at is not null;
