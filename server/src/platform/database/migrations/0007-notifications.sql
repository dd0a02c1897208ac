-- Notifications, by the person who receives them.

create table notifications (
  id uuid primary key,
  user_id uuid not null,
  actor_id uuid not null,
  type text not null check (type in ('like', 'comment', 'follow', 'mention', 'repost', 'moderation', 'security', 'followRequest')),
  -- The liked or reposted post, the new comment, or the post with the mention. For `moderation` it is the decision, and for
  -- `security` the notice. The actor of these two is the person themself.
  post_id uuid,
  -- For `security`: what happened.
  detail text,
  -- Only clients that ask for these types get it.
  is_extended boolean not null generated always as (type in ('moderation', 'security', 'followRequest')) stored,
  is_read boolean not null default false,
  -- Its post is withheld by moderators. It counts as deleted until the post returns.
  is_withheld boolean not null default false,
  created_at timestamptz not null default now(),
  -- A person who repeats an action causes no second notification.
  constraint notifications_once unique nulls not distinct (user_id, actor_id, type, post_id) include (is_withheld, is_extended)
);
create index notifications_newest on notifications (user_id, id desc);
create index notifications_newest_of_type on notifications (user_id, type, id desc) include (is_withheld, is_extended);
create index notifications_unread on notifications (user_id, is_extended) where not is_read;
create index notifications_age on notifications (created_at);
-- Finds a group: the notifications of one person about one post, of one type. Also finds all notifications about one post.
create index notifications_of_group on notifications (post_id, type, user_id, id desc) where post_id is not null;
