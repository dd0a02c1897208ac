-- The pinned post of a profile, its pictures and videos, and the reading positions of a person.

-- The post that the person shows first. Null: none. The deletion of the post clears it.
alter table users add column pinned_post_id uuid;

-- Whether the post has pictures or videos. Null for posts that an older version wrote: the list then looks at the post.
alter table author_posts add column has_media boolean;

-- How far somebody has read. The position follows them to their other devices.
create table reading_markers (
  user_id uuid not null,
  list text not null check (list in ('following', 'notifications')),
  -- The post or the notification at the position. It can be deleted meanwhile.
  item_id uuid not null,
  -- When the person was there. A newer position wins.
  at timestamptz not null,
  primary key (user_id, list)
);
