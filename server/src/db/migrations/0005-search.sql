-- Search. Words are cut and folded by the application (contract/words.ts); the database only looks them up.

create extension if not exists pg_trgm;

-- One row for each post that can be found: posts, not comments or reposts. What the rule of visibility asks of such a
-- post is who wrote it and for whom, so it is applied here, before anything is ranked.
create table post_search (
  post_id uuid primary key references posts (id) on delete cascade,
  -- Rises with every post, so that the newest of any number is a range; old posts are numbered downward from zero.
  number bigint not null unique,
  author_id uuid not null references users (id),
  visibility text not null check (visibility in ('public', 'followers')),
  created_at timestamptz not null,
  -- Words with their places; `#tag`, `@author id`; and `~…`, the eras of the number, by which a look-up is bounded.
  words tsvector not null
);
create sequence post_search_numbers;
-- No pending list: a search would read all of it.
create index post_search_words on post_search using gin (words) with (fastupdate = off);

create function post_search_eras(number bigint) returns tsvector language sql immutable parallel safe
  return array_to_tsvector(array['~16.' || (number >> 16), '~20.' || (number >> 20)]);

-- The hashtags of the same posts, a row each.
create table post_hashtags (
  post_id uuid not null references posts (id) on delete cascade,
  -- Folded, in the order of its code points, so that a beginning is a range.
  tag text collate "C" not null,
  shown text not null,
  author_id uuid not null references users (id),
  visibility text not null check (visibility in ('public', 'followers')),
  created_at timestamptz not null,
  primary key (post_id, tag)
);
create index post_hashtags_public on post_hashtags (tag, post_id desc) where visibility = 'public';
create index post_hashtags_closed on post_hashtags (tag, author_id, post_id desc) where visibility = 'followers';
create index post_hashtags_recent on post_hashtags (created_at) where visibility = 'public';

-- What everyone is shown, made anew every minute by a job.
create table trending_hashtags (
  position smallint primary key,
  tag text not null,
  count integer not null
);

-- When a post's likes, comments and reposts together reached 10, 40, 160 and so on; only ever added to, so that a
-- search can rank by what was so when it began.
alter table post_stats add column milestones timestamptz[] not null default '{}';

-- How far posts from before are in the index: those older than this are not yet. Gone once all are.
create table search_backfill (before uuid primary key);
insert into search_backfill select 'ffffffff-ffff-ffff-ffff-ffffffffffff' where exists (select from posts);

-- A person's names, folded much as words are, each name with a space before it so that beginnings can be told.
create function folded_name(name text) returns text language sql immutable strict parallel safe
  return ' ' || translate(
    regexp_replace(lower(normalize(name, NFKD)), '[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670\u200c\u200d]', '', 'g'),
    'øłđðæœßıٱىیک', 'olddaosiاييك');
create function searched_names(username text, full_name text) returns text language sql immutable strict parallel safe
  return folded_name(username || ' ' || replace(username, '_', ' ') || ' ' || full_name);
create index users_names on users using gin (searched_names(username, full_name) gin_trgm_ops);

-- Names that look like what was typed, the most alike first. The usual threshold would ask for longer names than people have.
create function people_alike(typed text, most integer) returns table (id uuid, likeness real)
language sql stable parallel safe rows 10 set pg_trgm.word_similarity_threshold = 0.3 as $$
  select looked_at.id, word_similarity(typed, looked_at.names) from (
    select users.id, searched_names(username, full_name) as names from users
    where typed <% searched_names(username, full_name) limit 2000) as looked_at
  order by 2 desc, 1 limit most
$$;
