-- Posts, the tables that find posts by other keys, and what people do with posts.

-- Posts, comments (with parent_id) and reposts (with repost_of_id). A deleted post keeps an empty row while it has comments.
create table posts (
  id uuid primary key,
  author_id uuid not null references users (id),
  content text not null default '',
  -- A comment has its root's visibility, a repost its original's. It never changes, so the visibility rule needs no join.
  visibility text not null check (visibility in ('public', 'followers')),
  -- The followers of this person may see a followers-only post. It is the author of the root.
  audience_id uuid not null,
  -- A block with one of these people hides the post: the authors of the post, its parent, its root and its original.
  hidden_if_blocked_ids uuid[] not null,
  parent_id uuid,
  root_id uuid,
  repost_of_id uuid,
  hashtags text[] not null default '{}',
  mentions text[] not null default '{}',
  edit_valid_till timestamptz not null,
  edit_chances_left smallint not null check (edit_chances_left >= 0),
  edited_at timestamptz,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- The media of the post in their order, so that the server reads media by their ids only.
  media_ids uuid[] not null default '{}',
  -- Moderators hid the post from all but its author, or removed it. It then counts as deleted, but keeps its content.
  withheld_as text check (withheld_as in ('hidden', 'removed')),
  -- The number of a withheld post in the search, for its return.
  search_number bigint,
  -- Whether the counters of other posts contain this comment or repost. They do not while its author is hidden. A withheld comment
  -- keeps this mark, and counts again when it comes back.
  is_counted boolean not null default true,
  check (withheld_as is null or deleted_at is not null),
  check (repost_of_id is null or parent_id is null),
  check ((parent_id is null) = (root_id is null))
);
create index posts_public on posts (id desc)
  where parent_id is null and repost_of_id is null and deleted_at is null and visibility = 'public';
-- Finds the few posts that moderators hide, because author_posts has them and the counters have not.
create index posts_hidden on posts (author_id) where withheld_as = 'hidden';
create index posts_reposts on posts (repost_of_id) where repost_of_id is not null;
-- Finds the withheld posts of an author for the erasure. `author_posts` does not list them.
create index posts_withheld on posts (author_id) where withheld_as is not null;

create table post_stats (
  post_id uuid primary key,
  like_count integer not null default 0 check (like_count >= 0),
  comment_count integer not null default 0 check (comment_count >= 0),
  repost_count integer not null default 0 check (repost_count >= 0),
  -- The time at which enough other people had reacted to show the post to strangers. It is set once, so that pages
  -- ordered by it stay stable.
  popular_since timestamptz,
  -- The times at which likes, comments and reposts together reached 10, 40, 160 and so on. Times are only added, so that a
  -- search can rank by the state at its beginning.
  milestones timestamptz[] not null default '{}',
  -- The number of rows in post_engagers.
  engager_count integer not null default 0 check (engager_count >= 0)
);
create index post_stats_popular on post_stats (post_id desc) where popular_since is not null;

-- The next three tables find posts by another key than their id. The transaction that writes or deletes a post also writes
-- or deletes their rows, while it locks the post.

-- By author: all posts, reposts and comments of the author that are not deleted.
create table author_posts (
  author_id uuid not null,
  post_id uuid not null,
  kind text not null check (kind in ('post', 'repost', 'comment')),
  repost_of_id uuid,
  -- Copied from the post. The author is the audience of a followers-only post, unless it is a comment.
  visibility text not null check (visibility in ('public', 'followers')),
  primary key (author_id, post_id),
  check ((kind = 'repost') = (repost_of_id is not null))
);
create unique index author_posts_one_repost on author_posts (author_id, repost_of_id) where repost_of_id is not null;
-- The posts of a profile, and the feed's candidates. The feed reads nothing but this index.
create index author_posts_shown on author_posts (author_id, post_id desc) include (repost_of_id, visibility)
  where kind <> 'comment';
create index author_posts_comments on author_posts (author_id, post_id desc) where kind = 'comment';

-- By root: the tree of comments. A deleted comment stays while it has replies.
create table thread_posts (
  root_id uuid not null,
  parent_id uuid not null,
  post_id uuid not null,
  author_id uuid not null,
  is_deleted boolean not null default false,
  primary key (root_id, post_id)
);
create index thread_posts_replies on thread_posts (root_id, parent_id, post_id);

-- By post: everybody except the author who ever liked, answered or reposted it. Rows are never deleted, so an action that
-- somebody undoes and repeats counts once.
create table post_engagers (
  post_id uuid not null,
  user_id uuid not null,
  primary key (post_id, user_id)
);

create table likes (
  user_id uuid not null,
  post_id uuid not null,
  created_at timestamptz not null default now(),
  -- Whether `like_count` contains it. It does not while the person is hidden.
  is_counted boolean not null default true,
  primary key (user_id, post_id)
);
create index likes_newest on likes (user_id, created_at desc, post_id desc);
create index likes_of on likes (post_id);

create table bookmarks (
  user_id uuid not null,
  post_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (user_id, post_id)
);
create index bookmarks_newest on bookmarks (user_id, created_at desc, post_id desc);
create index bookmarks_of on bookmarks (post_id);
