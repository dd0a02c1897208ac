-- Account safety: second factors, passkeys, recent activity, notices and addresses.

alter table accounts
  -- Since when the person has proved to read the address, and those before it.
  add column email_verified_at timestamptz,
  -- An undo sets it. Until a new password by mail, nobody changes the password, the address or factors.
  add column is_reset_required boolean not null default false,
  add column username_changed_at timestamptz,
  -- When the owner last got a mail that somebody tried to sign up with the address.
  add column address_tried_at timestamptz,
  -- The first sign-in is no sign-in on a new device.
  add column has_signed_in boolean not null default false;

-- Until then nobody can take an address that its owner gave up. It signs nobody in meanwhile.
alter table emails add column held_until timestamptz;
create index emails_held on emails (held_until) where held_until is not null;

-- Addresses that wait for their confirmation: the person's own one, or a new one. Only the newest link works.
create table email_links (
  user_id uuid primary key references users (id),
  email text not null,
  -- The job that sends the mail makes the token.
  token_hash bytea,
  expires_at timestamptz not null
);
create index email_links_expiry on email_links (expires_at);

-- The secrets are encrypted with a key that the database does not have.
create table second_factors (
  user_id uuid primary key references users (id),
  -- Null until the person has proved that the app knows it.
  secret bytea,
  -- The secret of a set-up that is not complete.
  pending_secret bytea,
  enabled_at timestamptz,
  -- The newest time step whose code was used. A code works once.
  last_step integer not null default 0
);

-- Apps that were replaced or removed, for as long as an undo can bring them back.
create table former_apps (
  user_id uuid not null references users (id),
  -- Encrypted like that of an app in use.
  secret bytea not null,
  enabled_at timestamptz not null,
  last_step integer not null,
  removed_at timestamptz not null default now(),
  primary key (user_id, enabled_at)
);
create index former_apps_removal on former_apps (removed_at);

create table recovery_codes (
  user_id uuid not null references users (id),
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);

-- The public keys of passkeys. The private keys never leave the authenticators of their owners.
create table passkeys (
  user_id uuid not null references users (id),
  credential_id text not null,
  -- The id on the wire.
  id uuid not null,
  public_key bytea not null,
  -- How often the authenticator has signed. It is 0 if the authenticator does not count.
  counter bigint not null,
  -- How a browser can reach the authenticator.
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (user_id, credential_id)
);

-- The sign-ins, failures and changes of each account.
create table account_activity (
  user_id uuid not null references users (id),
  id uuid not null,
  what text not null,
  is_failure boolean not null,
  device text not null,
  address text not null,
  at timestamptz not null default now(),
  primary key (user_id, id)
);
create index account_activity_newest on account_activity (user_id, at desc, id desc);
create index account_activity_age on account_activity (at);

-- Mails about changes. Each has a link that undoes what happened since `at`.
create table security_notices (
  user_id uuid not null references users (id),
  id uuid not null,
  what text not null,
  -- The address of the account at that time, which gets the mail.
  email text not null,
  email_verified_at timestamptz,
  device text not null,
  address text not null,
  at timestamptz not null default now(),
  -- The job that sends the mail makes the token.
  token_hash bytea,
  expires_at timestamptz not null,
  primary key (user_id, id)
);
create index security_notices_expiry on security_notices (expires_at);

-- How often each challenge was tried. A challenge is a signed token, so the database stores only tried ones.
create table challenge_tries (
  challenge_hash bytea primary key,
  tries integer not null,
  expires_at timestamptz not null
);
create index challenge_tries_expiry on challenge_tries (expires_at);
