-- Auth: how people sign in.

-- A table of its own, so that no query that shows a person can return an address or a hash.
create table accounts (
  user_id uuid primary key references users (id),
  email text not null,
  password_hash text not null,
  -- False for the first people of a site and for invited people. They have no budgets of new accounts.
  may_count_as_new boolean not null default true
);
create unique index accounts_email on accounts (lower(email));

-- The mail addresses in lower case, by address. It keeps addresses unique, as `usernames` does for names.
create table emails (
  email text primary key,
  user_id uuid not null
);

create table sessions (
  id uuid primary key,
  token_hash bytea not null unique,
  user_id uuid not null references users (id),
  device text not null,
  address text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  -- The last time at which the person proved in this session who they are: at the sign-in, or again later.
  proved_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id, last_used_at desc);
create index sessions_expiry on sessions (expires_at);

-- One row for each person: a new request replaces the older link.
create table password_resets (
  user_id uuid primary key references users (id),
  token_hash bytea not null unique,
  expires_at timestamptz not null
);
