-- Feed: all by the id of the reader. The server can compute these rows again from other tables, except `feed_pages`.

-- One row for each person who reads a feed.
create table feed_readers (
  user_id uuid primary key,
  -- The last use of the timeline, to the day. The server deletes the timeline of a person who stays away.
  read_at timestamptz not null default now(),
  -- The people whom the reader likes, answers, reposts and writes to most, with their affinity from 0 to 1.
  affinity_ids uuid[] not null default '{}',
  affinity_scores real[] not null default '{}',
  affinity_at timestamptz,
  -- The reader has a stored timeline since then. It contains the people followed until the second time.
  timeline_since timestamptz,
  followed_until timestamptz
);
create index feed_readers_with_timeline on feed_readers (read_at) where timeline_since is not null;

-- The feed snapshot: the list that a reader pages through. The newest few of each tab stay, because several clients may read.
create table feed_snapshots (
  user_id uuid not null,
  tab text not null check (tab in ('foryou', 'following')),
  -- A new snapshot replaces the oldest of three.
  slot smallint not null,
  snapshot_id uuid not null,
  started_at timestamptz not null,
  -- The look-back window in ms: in that time, followed people posted about as much as a list holds.
  look_back_ms bigint,
  post_ids uuid[] not null,
  -- The original for each repost in the list, null for the other posts.
  original_ids uuid[] not null,
  primary key (user_id, tab, slot)
) with (toast_tuple_target = 8160, fillfactor = 70);
-- Ids do not compress. Without TOAST, and with free space on its page, a row stays in one place.
alter table feed_snapshots alter column post_ids set storage main, alter column original_ids set storage main;
create index feed_snapshots_age on feed_snapshots (started_at);

-- The posts that one page showed to its reader. New lists leave them out.
create table feed_pages (
  user_id uuid not null,
  page_id uuid not null,
  post_ids uuid[] not null,
  primary key (user_id, page_id)
);

-- The stored timelines of people who follow many accounts.
create table timelines (
  user_id uuid not null,
  post_id uuid not null,
  author_id uuid not null,
  repost_of_id uuid,
  primary key (user_id, post_id) include (author_id, repost_of_id)
);
create index timelines_author on timelines (user_id, author_id);

-- Posts that the server has not inserted into timelines yet. The transaction that creates a post adds its row.
create table fan_outs (
  author_id uuid not null,
  post_id uuid not null,
  repost_of_id uuid,
  created_at timestamptz not null default now(),
  primary key (author_id, post_id)
);

-- Public posts with much engagement, the same for everybody. A job writes them again.
create table popular_posts (
  post_id uuid primary key,
  author_id uuid not null,
  engager_count integer not null
);

-- The newest posts of authors with very many followers (high fan-out). The server does not insert these into timelines; it
-- adds them when somebody reads one.
create table high_fan_out_posts (
  post_id uuid primary key,
  author_id uuid not null,
  repost_of_id uuid
);
