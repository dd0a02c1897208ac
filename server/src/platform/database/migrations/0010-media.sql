-- Media: pictures and videos, and how much of the storage each person uses.

-- The server reads a row by its id: posts and messages store the ids of their media.
create table media (
  id uuid primary key,
  owner_id uuid not null references users (id),
  -- The sweep deletes media that nothing uses a day after their upload.
  used_for text not null default 'nothing' check (used_for in ('nothing', 'post', 'profile', 'message', 'site')),
  post_id uuid,
  position smallint not null default 0,
  -- Everybody who knows the address of public media can read them. Others need a signed link.
  is_public boolean not null default false,
  -- Moderators removed its message. Only the staff can read it.
  is_withheld boolean not null default false,
  kind text not null check (kind in ('image', 'video')),
  status text not null default 'ready' check (status in ('ready', 'processing')),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  alt text not null default '',
  -- A thumbhash in base64.
  placeholder text not null default '',
  -- The stored files: name, type, bytes, and the width of pictures.
  files jsonb not null,
  -- The SHA-256 of the file that the sender uploaded, before its conversion.
  digest bytea,
  created_at timestamptz not null default now(),
  message_id uuid references messages (id),
  check ((used_for = 'post') = (post_id is not null)),
  constraint media_message_check check ((used_for = 'message') = (message_id is not null))
);
create index media_of_message on media (message_id, position) where message_id is not null;
create index media_unused on media (created_at) where used_for = 'nothing';
-- Finds the media of a person, to count again what they store.
create index media_of_owner on media (owner_id);

-- One row for each person. The transaction that changes a person's media also changes it.
create table media_usage (
  user_id uuid primary key references users (id),
  -- Bytes of all stored files, whatever uses them.
  stored_bytes bigint not null default 0,
  -- Uploads that no post, message or profile uses yet.
  unattached integer not null default 0,
  -- Bytes stored on `day` (UTC), and bytes reserved for running uploads.
  day date not null default (now() at time zone 'UTC')::date,
  day_bytes bigint not null default 0
);
