-- What has happened to a person, in order, kept for as long as one of their tabs may have missed it. The row of
-- stream_heads is locked by whoever adds, until the commit: so numbers become visible in their order, without a gap.
create table stream_heads (
  user_id uuid primary key references users (id),
  last_seq bigint not null
);
create table stream_events (
  user_id uuid not null references users (id),
  seq bigint not null,
  name text not null,
  -- References mostly: what they refer to is looked up, and judged, when it is sent.
  item jsonb not null,
  -- The socket that caused it and was answered itself.
  sent_by text,
  created_at timestamptz not null default now(),
  primary key (user_id, seq)
);
create index stream_events_age on stream_events (created_at);
