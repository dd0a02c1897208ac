-- Event log: the numbered events of each person. They stay as long as one of the person's tabs may have missed them.

-- A transaction that adds an event locks the person's row here until its commit. So numbers become visible in order and
-- without a gap.
create table event_log_heads (
  user_id uuid primary key,
  last_seq bigint not null
);

create table event_log_entries (
  user_id uuid not null,
  seq bigint not null,
  name text not null,
  -- Mostly ids. The server reads the rows, and checks who may see them, when it sends the event.
  item jsonb not null,
  -- The socket that caused the event. It already got an answer.
  sent_by text,
  created_at timestamptz not null default now(),
  primary key (user_id, seq)
);
-- Rows are stored in the order of time, so a small BRIN index finds the old ones. A B-tree would cost a write for each row.
create index event_log_entries_age on event_log_entries using brin (created_at);
