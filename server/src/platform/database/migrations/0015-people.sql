-- People: what each person shows of themself, and who asks to follow whom.

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
