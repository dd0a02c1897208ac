-- Personal data: closed accounts until their erasure, held names, and exports.

-- One row for each account that waits for its erasure. Restoring the account deletes the row. The erasure deletes it last.
create table account_closings (
  user_id uuid primary key,
  closed_at timestamptz not null default now(),
  deletes_at timestamptz not null,
  -- The erasure began. From then on nobody can restore the account.
  erasing_since timestamptz
);

-- Usernames of erased accounts, as keyed hashes. Nobody can register one of them before `until`.
create table held_usernames (
  name_hash bytea primary key,
  until timestamptz not null
);

-- Exports of personal data. The file has the id of its row. A job deletes both after a few days.
create table exports (
  id uuid primary key,
  user_id uuid not null,
  status text not null default 'working' check (status in ('working', 'ready')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  bytes bigint,
  check ((status = 'ready') = (bytes is not null))
);
create index exports_of on exports (user_id, created_at desc);
