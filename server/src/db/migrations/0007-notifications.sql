-- Stands under who is told.
create table notifications (
  id uuid primary key,
  user_id uuid not null references users (id),
  actor_id uuid not null references users (id),
  type text not null check (type in ('like', 'comment', 'follow', 'mention', 'repost')),
  -- The post liked or reposted, the comment written, the post that mentions.
  post_id uuid references posts (id),
  is_read boolean not null default false,
  created_at timestamptz not null default now(),
  -- The same person doing the same again makes no second one.
  constraint notifications_once unique nulls not distinct (user_id, actor_id, type, post_id)
);
create index notifications_newest on notifications (user_id, id desc);
create index notifications_newest_of_type on notifications (user_id, type, id desc);
create index notifications_unread on notifications (user_id) where not is_read;
create index notifications_of_post on notifications (post_id) where post_id is not null;
create index notifications_age on notifications (created_at);
