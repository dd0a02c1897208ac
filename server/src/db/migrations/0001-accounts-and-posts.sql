-- Every table stands under the key it would be sharded on: people under their id, what a person does under
-- the doer's id, what hangs on a post under the post's id. Ids are UUIDv7, made by the application.

create table users (
  id uuid primary key,
  username text not null,
  full_name text not null,
  bio text not null default '',
  avatar text,
  cover_image text,
  message_preference text not null default 'everyone'
    check (message_preference in ('everyone', 'followers', 'following', 'mutualFollowers', 'no one')),
  notification_preferences jsonb not null default '{}',
  -- Premium lasts until then; null is never had.
  premium_until timestamptz,
  created_at timestamptz not null default now()
);
create unique index users_username on users (lower(username));

-- Apart from users, so that no query made to show a person can carry an address or a hash.
create table accounts (
  user_id uuid primary key references users (id),
  email text not null,
  password_hash text not null
);
create unique index accounts_email on accounts (lower(email));

create table sessions (
  id uuid primary key,
  token_hash bytea not null unique,
  user_id uuid not null references users (id),
  device text not null,
  address text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id, last_used_at desc);
create index sessions_expiry on sessions (expires_at);

-- One row a person: asking again replaces the older link.
create table password_resets (
  user_id uuid primary key references users (id),
  token_hash bytea not null unique,
  expires_at timestamptz not null
);

create table follows (
  follower_id uuid not null references users (id),
  followee_id uuid not null references users (id),
  created_at timestamptz not null default now(),
  primary key (follower_id, followee_id),
  check (follower_id <> followee_id)
);
create index follows_newest on follows (follower_id, created_at desc, followee_id desc);
create index follows_of on follows (followee_id, created_at desc, follower_id desc);

create table blocks (
  blocker_id uuid not null references users (id),
  blocked_id uuid not null references users (id),
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_of on blocks (blocked_id, blocker_id);

create table user_stats (
  user_id uuid primary key references users (id),
  followers_count integer not null default 0 check (followers_count >= 0),
  following_count integer not null default 0 check (following_count >= 0),
  -- Apart, because a stranger must not learn how many followers-only posts there are.
  public_posts_count integer not null default 0 check (public_posts_count >= 0),
  followers_posts_count integer not null default 0 check (followers_posts_count >= 0)
);

-- Posts, comments (parent_id) and reposts (repost_of_id). A deleted post keeps its row, emptied, for as
-- long as comments may hang on it.
create table posts (
  id uuid primary key,
  author_id uuid not null references users (id),
  content text not null default '',
  -- For a comment its root's, for a repost its original's; it never changes, so the rule needs no join.
  visibility text not null check (visibility in ('public', 'followers')),
  -- Whose followers may see a followers-only post: the root's author.
  audience_id uuid not null references users (id),
  -- Everyone a block with whom hides this: its author, and those of its parent, root and original.
  party_ids uuid[] not null,
  parent_id uuid references posts (id),
  root_id uuid references posts (id),
  repost_of_id uuid references posts (id),
  hashtags text[] not null default '{}',
  mentions text[] not null default '{}',
  edit_valid_till timestamptz not null,
  edit_chances_left smallint not null check (edit_chances_left >= 0),
  edited_at timestamptz,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (repost_of_id is null or parent_id is null),
  check ((parent_id is null) = (root_id is null))
);
create unique index posts_one_repost on posts (author_id, repost_of_id) where repost_of_id is not null;
create index posts_by_author on posts (author_id, id desc) where parent_id is null and deleted_at is null;
create index posts_comments_by_author on posts (author_id, id desc) where parent_id is not null and deleted_at is null;
create index posts_public on posts (id desc)
  where parent_id is null and repost_of_id is null and deleted_at is null and visibility = 'public';
create index posts_reposts on posts (repost_of_id) where repost_of_id is not null;
create index posts_replies on posts (parent_id, id) where parent_id is not null;

create table post_stats (
  post_id uuid primary key references posts (id) on delete cascade,
  like_count integer not null default 0 check (like_count >= 0),
  comment_count integer not null default 0 check (comment_count >= 0),
  repost_count integer not null default 0 check (repost_count >= 0),
  -- When it first drew enough other people to be shown to strangers; set once, so that paging by it holds still.
  popular_since timestamptz
);
create index post_stats_popular on post_stats (post_id desc) where popular_since is not null;

create table likes (
  user_id uuid not null references users (id),
  post_id uuid not null references posts (id),
  created_at timestamptz not null default now(),
  primary key (user_id, post_id)
);
create index likes_of on likes (post_id);

create table bookmarks (
  user_id uuid not null references users (id),
  post_id uuid not null references posts (id),
  created_at timestamptz not null default now(),
  primary key (user_id, post_id)
);
create index bookmarks_newest on bookmarks (user_id, created_at desc, post_id desc);
create index bookmarks_of on bookmarks (post_id);

-- Answers to requests that carried an Idempotency-Key, kept a day.
create table idempotency_keys (
  user_id uuid not null references users (id),
  key text not null,
  request_hash bytea not null,
  response jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
