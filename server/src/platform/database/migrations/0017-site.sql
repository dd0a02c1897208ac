-- Site: what the operator says about this Roost. A null means the default of the software or of the environment.

create table site_settings (
  -- There is one row.
  id boolean primary key default true check (id),
  name text,
  description text,
  registration text check (registration in ('open', 'invite', 'approval', 'closed')),
  accent smallint check (accent between 0 and 359),
  -- A public medium.
  logo uuid,
  languages text[] not null default '{en}',
  contact text not null default '',
  announcement text not null default '',
  -- Rises with each change of the rules.
  rules_version integer not null default 1,
  -- Rises with each change of `site_blocks`.
  blocks_version integer not null default 0
);
insert into site_settings default values;

-- The rules of the site. A change of a text adds a row with the same id, so each version can be read later.
create table site_rules (
  id uuid not null,
  -- The version of the rules that brought this text, and the one that ended it.
  since_version integer not null,
  until_version integer,
  position smallint not null,
  text text not null,
  primary key (id, since_version)
);

-- Invites. Only the hash of a code is stored.
create table invites (
  id uuid primary key,
  code_hash bytea not null unique,
  -- Null if the operator's command made it. Such an invite works in every mode of registration.
  created_by uuid,
  max_uses integer not null check (max_uses > 0),
  used integer not null default 0 check (used between 0 and max_uses),
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);

-- How each person joined. People from before this table, and people of the demo, have no row.
create table registrations (
  user_id uuid primary key,
  -- The rules and the terms that the person accepted.
  rules_version integer not null,
  terms_hash bytea not null,
  is_invited boolean not null default false,
  -- The member whose invite it was, if a member made it.
  invited_by uuid,
  -- What a person who waits for approval wrote to the admins. It is deleted with the decision.
  reason text not null default '',
  created_at timestamptz not null default now()
);

-- Every text of the terms that somebody has accepted.
create table accepted_terms (
  hash bytea primary key,
  text text not null,
  created_at timestamptz not null default now()
);

-- What nobody may register or sign in with. One row, because the whole lists are read and written together.
create table site_blocks (
  id boolean primary key default true check (id),
  mail_domains text[] not null default '{}',
  -- In the canonical form of a network, such as 192.0.2.0/24.
  addresses text[] not null default '{}'
);
insert into site_blocks default values;

-- Hashtags that are never listed as trending. Folded, as in `post_hashtags`.
create table hidden_hashtags (
  tag text primary key
);

-- Finds the network addresses that the sweep removes.
create index sessions_addresses on sessions (created_at) where address <> '';
