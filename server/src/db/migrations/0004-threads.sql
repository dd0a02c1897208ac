-- A person's likes, newest first: the Likes tab.
create index likes_newest on likes (user_id, created_at desc, post_id desc);
