-- Search of posts and hashtags. The application splits and folds words (contract/src/text/words.ts). The database only
-- finds them.

-- One row for each post that a search can find. Comments and reposts have none. Author and visibility are all that the
-- visibility rule needs for such a post, so a search applies the rule before it ranks.
create table post_search (
  post_id uuid primary key,
  -- Rises with each post. The posting lists name posts by it.
  number bigint not null unique,
  author_id uuid not null,
  visibility text not null check (visibility in ('public', 'followers')),
  created_at timestamptz not null,
  -- Words with their positions, `#tag`, and `@author id`.
  words tsvector not null
);
create sequence post_search_numbers;

-- The posts that have a word. A job writes them, some time after the posts.
create table posting_lists (
  -- The number of a post, divided by 4,096.
  segment integer not null,
  -- Sorted by code points, so that all words with the same beginning are a range.
  word text collate "C" not null,
  -- The remainders of that division, in no order. Each has two bytes, the higher one first.
  posts bytea not null,
  primary key (segment, word)
);

-- One row: the lists have all posts up to this number.
create table posting_lists_end (
  number bigint not null
);
insert into posting_lists_end (number) values (0);

-- The hashtags of the same posts, one row for each.
create table post_hashtags (
  post_id uuid not null,
  -- Folded, and sorted by code points, so that all tags with the same beginning are a range.
  tag text collate "C" not null,
  shown text not null,
  author_id uuid not null,
  visibility text not null check (visibility in ('public', 'followers')),
  created_at timestamptz not null,
  primary key (post_id, tag)
);
create index post_hashtags_public on post_hashtags (tag, post_id desc) where visibility = 'public';
create index post_hashtags_closed on post_hashtags (tag, author_id, post_id desc) where visibility = 'followers';
create index post_hashtags_recent on post_hashtags (created_at) where visibility = 'public';

-- The trending hashtags, the same for everybody. A job writes them again every minute.
create table trending_hashtags (
  position smallint primary key,
  tag text not null,
  count integer not null
);

-- The most used hashtags of the last week, with the number of people who used each in public posts. The job that ranks the
-- trending ones writes them. Autocomplete looks here first.
create table used_hashtags (
  tag text collate "C" primary key,
  people integer not null
);
