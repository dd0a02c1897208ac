-- Personal data: closed accounts until their erasure, held names.

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
