-- What the feed keeps, all of it under the reader's id. Nothing here is the only copy of anything: lost, it is made again.

-- One row for each who reads a feed.
create table feed_readers (
  user_id uuid primary key,
  -- When they last asked for a first page; who stays away has no timeline kept.
  read_at timestamptz not null default now(),
  -- The last eight digits of what they were shown, four bytes each, the newest last.
  seen bytea not null default '',
  -- Milliseconds back in which those they follow posted about as much as a list holds.
  reach bigint,
  -- Whom they like, answer, repost and write to most, from 0 to 1.
  close_ids uuid[] not null default '{}',
  close_scores real[] not null default '{}',
  close_at timestamptz,
  -- Since when there is a timeline of theirs, and until when follows are in it.
  kept_since timestamptz,
  followed_until timestamptz
);
create index feed_readers_kept on feed_readers (read_at) where kept_since is not null;

-- The list a visit goes through. Whole rows stay in one place: each is written once and replaced by the next visit's.
create table feed_visits (
  user_id uuid not null,
  tab text not null check (tab in ('foryou', 'following')),
  visit_id uuid not null,
  started_at timestamptz not null,
  is_full boolean not null,
  -- Ids, sixteen bytes each, and of reposts among them the originals' behind two bytes that tell the place.
  list bytea not null,
  originals bytea not null,
  primary key (user_id, tab)
) with (toast_tuple_target = 8160, fillfactor = 70);
alter table feed_visits alter column list set storage main, alter column originals set storage main;
create index feed_visits_age on feed_visits (started_at);

-- What those who follow many were brought, newest first by the post's id.
create table timelines (
  user_id uuid not null,
  post_id uuid not null,
  author_id uuid not null,
  repost_of_id uuid,
  primary key (user_id, post_id) include (author_id, repost_of_id)
);
create index timelines_author on timelines (user_id, author_id);

-- Whether a follower keeps a timeline, so that a post is brought to those who do and costs nothing for the others.
alter table follows add column is_kept boolean not null default false;
create index follows_kept on follows (followee_id, follower_id) where is_kept;

-- Posts still to be brought to timelines: written with the post, taken away once they have been.
create table fan_outs (
  author_id uuid not null,
  post_id uuid not null,
  repost_of_id uuid,
  created_at timestamptz not null default now(),
  primary key (author_id, post_id)
);

-- Public posts that draw people, the same for everybody; made anew by a job.
create table popular_posts (
  post_id uuid primary key,
  author_id uuid not null,
  people integer not null
);

-- The newest of authors whom very many follow: not brought to timelines but looked through by who reads one.
create table loud_posts (
  post_id uuid primary key,
  author_id uuid not null,
  repost_of_id uuid
);
