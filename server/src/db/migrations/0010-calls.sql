-- Processes that have tabs connected, each alive for as long as it says so. One that stops loses its calls.
create table call_nodes (
  id uuid primary key,
  seen_at timestamptz not null default now()
);

-- One row for each call, the truth for all tabs and nodes; its row is locked by whatever moves it. Ended ones are kept
-- for a day: what stays of a call is its line in the chat.
create table calls (
  id uuid primary key,
  caller_id uuid not null references users (id),
  callee_id uuid not null references users (id),
  media text not null check (media in ('audio', 'video')),
  status text not null default 'ringing' check (status in ('ringing', 'active', 'ended')),
  reason text,
  -- The tab that placed it, the one that answered, and where these are connected.
  caller_tab text not null,
  caller_session uuid not null,
  caller_node uuid not null,
  callee_tab text,
  callee_session uuid,
  callee_node uuid,
  -- Who shows their screen: one side at a time.
  sharer_id uuid references users (id),
  -- By the clock, not by when a transaction began.
  created_at timestamptz not null default clock_timestamp(),
  answered_at timestamptz,
  ended_at timestamptz,
  check (caller_id <> callee_id),
  check ((status = 'active' or answered_at is not null) = (callee_tab is not null)),
  check ((status = 'ended') = (ended_at is not null and reason is not null))
);
create index calls_live on calls (status) where status <> 'ended';
create index calls_ended on calls (ended_at) where ended_at is not null;

-- Who is in which call; in one at a time.
create table call_members (
  call_id uuid not null references calls (id) on delete cascade,
  user_id uuid not null references users (id),
  ended_at timestamptz,
  primary key (call_id, user_id)
);
create unique index call_members_one_live on call_members (user_id) where ended_at is null;
create index call_members_last on call_members (user_id, ended_at desc) where ended_at is not null;

-- A line for a call: what it was. One that says nothing new to its receiver is not unread.
alter table messages add column call jsonb;
alter table messages add column is_silent boolean not null default false;
alter table messages add constraint messages_call_check check ((kind = 'call') = (call is not null));
