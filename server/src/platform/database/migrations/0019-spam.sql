-- Spam: accounts that nobody knows yet, texts that arrive many times, and people whom the site holds back until a moderator looks.

-- Strangers cannot click the links of a person whom nobody knows yet. A user row has this, because the statements that show a person's
-- texts already read this row. Null: somebody has followed the person, or the account never counts as new. 'new': in its first
-- days. 'unverified': also later, until the address is verified.
alter table users add column unknown_as text check (unknown_as in ('new', 'unverified'));

-- Where each text was written of late, by its fingerprint. A text is here once for each author and place. The sweep deletes old rows.
create table text_sightings (
  fingerprint bytea not null,
  author_id uuid not null,
  -- The post that began the thread, or the conversation.
  place_id uuid not null,
  subject_type text not null check (subject_type in ('post', 'message')),
  subject_id uuid not null,
  -- Whether the author counted as new then.
  is_new boolean not null,
  at timestamptz not null,
  primary key (fingerprint, author_id, place_id)
);
create index text_sightings_age on text_sightings (at);
create index text_sightings_of on text_sightings (author_id);

-- The people whom the site limits until somebody of the staff decides about the case.
create table moderation_holds (
  case_id uuid primary key references moderation_cases (id),
  person_id uuid not null,
  until timestamptz not null,
  created_at timestamptz not null default now()
);
create index moderation_holds_person on moderation_holds (person_id);

-- What the staff compares of cases: the text as it was last reported, and its links.
alter table moderation_cases
  add column fingerprint bytea,
  add column link_count integer not null default 0;
create index moderation_cases_alike on moderation_cases (fingerprint, last_at desc) where fingerprint is not null;

-- The site reports too. Such a report has no reporter, and a case has at most one of them in each round.
alter table reports
  alter column reporter_id drop not null,
  drop constraint if exists reports_once,
  add constraint reports_once unique nulls not distinct (case_id, reporter_id, round);

-- The range of network addresses from which the account was registered, or ''. The sweep empties it, like the addresses of sessions.
alter table registrations add column network text not null default '';
create index registrations_network on registrations (network, created_at) where network <> '';
