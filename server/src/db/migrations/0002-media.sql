-- Pictures and videos. Looked up by id when served, and by their post when shown: under either key a row stands alone.
create table media (
  id uuid primary key,
  owner_id uuid not null references users (id),
  -- What it belongs to. What nothing was made of within a day is swept away.
  used_for text not null default 'nothing' check (used_for in ('nothing', 'post', 'profile')),
  post_id uuid references posts (id),
  position smallint not null default 0,
  -- Shown to anyone who knows its address; everything else only by signed links.
  is_public boolean not null default false,
  kind text not null check (kind in ('image', 'video')),
  status text not null default 'ready' check (status in ('ready', 'processing')),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  alt text not null default '',
  -- A thumbhash in base64.
  placeholder text not null default '',
  -- The files it is kept in: name, type, bytes, and of pictures the width.
  files jsonb not null,
  created_at timestamptz not null default now(),
  check ((used_for = 'post') = (post_id is not null))
);
create index media_of_post on media (post_id, position) where post_id is not null;
create index media_unused on media (created_at) where used_for = 'nothing';
