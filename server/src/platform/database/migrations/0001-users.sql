-- Users: the profile of each person, the names that find it, and its counters.
--
-- Rules for all files of this folder:
-- - The application makes the ids. They are UUIDv7, so ids sort by time.
-- - Each table has the key that would shard it. That is the person's id for people and for what they do. It is the post's id
--   for details of a post. The list is in tools/shard/keys.ts.
-- - Nobody is ever deleted. Of posts, only reposts are, and nothing refers to a repost. So tables with many writes have no
--   foreign keys: PostgreSQL would look up and lock the other row for each write.

create extension if not exists pg_trgm;

-- The next two functions belong to the schema and not to functions/. Rows and an index of `users` contain their results.
-- A migration that changes one of them must also compute `users.names` again.

-- Folds a name for search, much as contract/src/text/words.ts folds words: lower case, without marks, with plain letters.
-- Puts a space before it, so that a search can tell the beginning of a name.
create function folded_name(name text) returns text language sql immutable strict parallel safe
  return ' ' || translate(
    regexp_replace(lower(normalize(name, NFKD)), '[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670\u200c\u200d]', '', 'g'),
    'øłđðæœßıٱىیک', 'olddaosiاييك');

-- Returns all folded names by which a search can find a person.
create function searched_names(username text, full_name text) returns text language sql immutable strict parallel safe
  return folded_name(username || ' ' || replace(username, '_', ' ') || ' ' || full_name);

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
  -- Premium ends then. It is null for a person who never had Premium.
  premium_until timestamptz,
  created_at timestamptz not null default now(),
  role text not null default 'member' check (role in ('member', 'moderator', 'admin')),
  -- The database folds names when somebody changes them, so that a search does not fold every name it compares.
  names text not null generated always as (searched_names(username, full_name)) stored
);
create unique index users_username on users (lower(username));
create index users_names on users using gin (names gin_trgm_ops);
create index users_staff on users (role) where role <> 'member';

-- The people who are hidden from everybody else, as if they did not exist. Each reason has its own end.
create table hidden_users (
  user_id uuid not null references users (id),
  reason text not null check (reason in ('pending', 'suspended', 'banned', 'closing', 'erased')),
  until timestamptz not null default 'infinity',
  created_at timestamptz not null default now(),
  primary key (user_id, reason)
);

-- The usernames in lower case, by name. This table finds a person by name and keeps names unique. In a sharded database,
-- `users` can do neither, because its key is the id.
create table usernames (
  name text primary key,
  user_id uuid not null
);

create table user_stats (
  user_id uuid primary key references users (id),
  followers_count integer not null default 0 check (followers_count >= 0),
  following_count integer not null default 0 check (following_count >= 0),
  -- Two counters, because a stranger must not learn how many followers-only posts there are.
  public_posts_count integer not null default 0 check (public_posts_count >= 0),
  followers_posts_count integer not null default 0 check (followers_posts_count >= 0)
);
