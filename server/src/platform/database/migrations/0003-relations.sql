-- Relations: who follows whom, who blocks whom, and which suggestions people refused.

create table follows (
  follower_id uuid not null,
  followee_id uuid not null,
  created_at timestamptz not null default now(),
  -- True if the follower has a stored timeline (0008-feed.sql). A new post is inserted into these timelines only.
  has_timeline boolean not null default false,
  -- Whether the follower is in `followers_count` of the followed person, and the followed person in `following_count` of the
  -- follower. People are in no counter while they are hidden.
  is_follower_counted boolean not null default true,
  is_followee_counted boolean not null default true,
  primary key (follower_id, followee_id),
  check (follower_id <> followee_id)
);
create index follows_newest on follows (follower_id, created_at desc, followee_id desc);
create index follows_of on follows (followee_id, created_at desc, follower_id desc);
create index follows_with_timeline on follows (followee_id, follower_id) where has_timeline;

create table blocks (
  blocker_id uuid not null references users (id),
  blocked_id uuid not null references users (id),
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);

-- Repeats each block under the key of the blocked person. So one key finds the blocks of a person in both directions.
create table blocked_by (
  blocked_id uuid not null references users (id),
  blocker_id uuid not null references users (id),
  primary key (blocked_id, blocker_id)
);

-- The people whom somebody does not want to see in their suggestions again.
create table suggestion_dismissals (
  user_id uuid not null references users (id),
  dismissed_id uuid not null references users (id),
  created_at timestamptz not null default now(),
  primary key (user_id, dismissed_id),
  check (user_id <> dismissed_id)
);
