-- What people read beside the feeds that everybody has: lists of people, and kept hashtags and searches. Only their owner sees them.
-- The key of every row begins with the id of its owner.

create table people_lists (
  owner_id uuid not null,
  list_id uuid not null,
  name text not null,
  created_at timestamptz not null default now(),
  primary key (owner_id, list_id)
);

create table list_members (
  owner_id uuid not null,
  list_id uuid not null,
  member_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (owner_id, list_id, member_id)
);
create index list_members_newest on list_members (owner_id, list_id, created_at desc, member_id desc);
create index list_members_of on list_members (member_id);

create table kept_feeds (
  owner_id uuid not null,
  feed_id uuid not null,
  kind text not null check (kind in ('hashtag', 'query')),
  -- As typed. A hashtag has no `#`.
  value text not null,
  -- Feeds that show the same posts have the same folded value.
  folded text not null,
  created_at timestamptz not null default now(),
  primary key (owner_id, feed_id),
  constraint kept_feeds_once unique (owner_id, kind, folded)
);

-- The posts of which somebody said "Not this". For 14 days, 'For you' leaves them out, and their author and kind weigh less.
create table less_shown (
  user_id uuid not null,
  -- The original, if the feed showed a repost.
  post_id uuid not null,
  author_id uuid not null,
  kind text not null check (kind in ('followed', 'reposted', 'stranger')),
  created_at timestamptz not null default now(),
  primary key (user_id, post_id)
);
create index less_shown_of on less_shown (author_id);
create index less_shown_by_time on less_shown (created_at);
