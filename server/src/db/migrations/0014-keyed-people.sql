-- Names and addresses get tables of their own, under the name: who is asked for by one is found under its key, and that
-- nobody has another's is held there.
create table usernames (
  name text primary key,
  user_id uuid not null
);
insert into usernames (name, user_id) select lower(username), id from users;
create table emails (
  email text primary key,
  user_id uuid not null
);
insert into emails (email, user_id) select lower(email), user_id from accounts;

-- Nobody is ever deleted, and of posts only reposts, which none of these name. What a person does is written by
-- themself, or under a lock that says the other is there; looking all of them up and locking their rows anew, for each
-- like and each entry of a stream, was a third of what these writes cost the database.
alter table follows drop constraint if exists follows_follower_id_fkey, drop constraint if exists follows_followee_id_fkey;
alter table likes drop constraint if exists likes_user_id_fkey, drop constraint if exists likes_post_id_fkey;
alter table bookmarks drop constraint if exists bookmarks_user_id_fkey, drop constraint if exists bookmarks_post_id_fkey;
alter table notifications drop constraint if exists notifications_user_id_fkey, drop constraint if exists notifications_actor_id_fkey,
  drop constraint if exists notifications_post_id_fkey;
alter table stream_heads drop constraint if exists stream_heads_user_id_fkey;
alter table stream_events drop constraint if exists stream_events_user_id_fkey;
alter table idempotency_keys drop constraint if exists idempotency_keys_user_id_fkey;

analyze usernames, emails;
