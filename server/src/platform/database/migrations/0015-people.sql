-- People: what each person shows of themself, who asks to follow whom, what people mute, and what they note about each other.

-- A user row has these settings, because the statements that need them already read this row.
alter table users
  -- Followers need the person's approval.
  add column follow_approval boolean not null default false,
  add column show_online boolean not null default true,
  add column send_read_receipts boolean not null default true,
  add column send_typing boolean not null default true,
  add column show_follows boolean not null default true,
  -- Calls use a relay only, so that the other person does not learn the address.
  add column relay_calls_only boolean not null default false,
  -- Suggestions and searches for part of a name may list the person.
  add column discoverable boolean not null default true,
  add column message_requests boolean not null default true;

-- Requests to follow somebody who approves followers, by the person who decides.
create table follow_requests (
  followee_id uuid not null,
  follower_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (followee_id, follower_id),
  check (follower_id <> followee_id)
);
create index follow_requests_newest on follow_requests (followee_id, created_at desc, follower_id desc);
create index follow_requests_of on follow_requests (follower_id);

-- The people whose posts somebody does not want to see, by the person who mutes.
create table mutes (
  muter_id uuid not null,
  muted_id uuid not null,
  until timestamptz not null default 'infinity',
  -- Only the reposts of the muted person are muted.
  reposts_only boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (muter_id, muted_id),
  check (muter_id <> muted_id)
);
create index mutes_newest on mutes (muter_id, created_at desc, muted_id desc);
create index mutes_of on mutes (muted_id);

-- The threads of which somebody wants no more notifications. `root_id` is the post that began the thread.
create table muted_threads (
  user_id uuid not null,
  root_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (user_id, root_id)
);
create index muted_threads_of on muted_threads (root_id);

-- The words whose posts somebody does not want to see, as the wire has them. Null means none. They stand in the user row, because
-- the statements that need them read it by the same key.
alter table users add column muted_words jsonb;

alter table users
  -- At most five addresses.
  add column links text[] not null default '{}',
  -- Those of them whose page links back to the profile.
  add column verified_links text[] not null default '{}',
  -- A language tag (BCP 47). Mails use it as far as the site has its words.
  add column language text not null default 'en';

-- What somebody notes about another person. Nobody else sees it.
create table notes (
  author_id uuid not null,
  about_id uuid not null,
  content text not null,
  updated_at timestamptz not null default now(),
  primary key (author_id, about_id),
  check (author_id <> about_id)
);
create index notes_about on notes (about_id);
