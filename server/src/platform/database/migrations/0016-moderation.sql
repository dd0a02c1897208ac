-- Moderation: reports by members, the cases that group them, and what the staff did. Reports are rare beside posts, and only the
-- staff reads these tables, so one database node holds them.

-- All reports about one subject and one person. They have one case, however often it is closed and opened again. Only a call has
-- two people: each of them may report the other one.
create table moderation_cases (
  id uuid primary key,
  subject_type text not null check (subject_type in ('post', 'user', 'message')),
  subject_id uuid not null,
  -- The person whom decisions concern: the author of the subject, or the subject itself.
  person_id uuid not null,
  -- The conversation of a message, which is its key on shards.
  conversation_id uuid,
  status text not null default 'open' check (status in ('open', 'assigned', 'closed')),
  assignee_id uuid,
  report_count integer not null default 0,
  -- A person can be reported again after a decision. Each decision about a person begins a new round.
  round integer not null default 0,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  closed_at timestamptz,
  constraint moderation_cases_subject unique (subject_type, subject_id, person_id),
  check ((subject_type = 'message') = (conversation_id is not null)),
  check ((status = 'closed') = (closed_at is not null)),
  check (status <> 'assigned' or assignee_id is not null)
);
create index moderation_cases_newest on moderation_cases (last_at desc, id desc);
create index moderation_cases_queue on moderation_cases (status, last_at desc, id desc);
create index moderation_cases_person on moderation_cases (person_id);
create index moderation_cases_conversation on moderation_cases (conversation_id) where conversation_id is not null;
create index moderation_cases_closed on moderation_cases (closed_at) where closed_at is not null;

-- The subject as a reporter saw it. Equal content is stored once for a case.
create table report_evidence (
  id uuid primary key,
  case_id uuid not null references moderation_cases (id),
  fingerprint bytea not null,
  content jsonb not null,
  created_at timestamptz not null default now(),
  constraint report_evidence_once unique (case_id, fingerprint)
);

-- The media of evidence. Their files stay as long as a row is here, even if the medium is deleted. A file never changes, so
-- this is the file that the reporter saw.
create table held_media (
  media_id uuid not null,
  evidence_id uuid not null references report_evidence (id),
  kind text not null check (kind in ('image', 'video')),
  status text not null check (status in ('ready', 'processing')),
  width integer not null,
  height integer not null,
  alt text not null,
  placeholder text not null,
  files jsonb not null,
  primary key (media_id, evidence_id)
);
create index held_media_of on held_media (evidence_id);

create table reports (
  id uuid primary key,
  case_id uuid not null references moderation_cases (id),
  reporter_id uuid not null,
  round integer not null,
  evidence_id uuid,
  reason text not null
    check (reason in ('spam', 'harassment', 'hate', 'violence', 'sexual', 'self_harm', 'illegal', 'other')),
  comment text not null default '',
  rule_id uuid,
  created_at timestamptz not null default now(),
  constraint reports_once unique (case_id, reporter_id, round)
);
create index reports_newest on reports (case_id, id desc);
create index reports_of_reporter on reports (reporter_id, id desc);
create index reports_commented on reports (case_id) where comment <> '';

-- What the staff decided. The newest decision of a case stands, unless something undid it.
create table moderation_decisions (
  id uuid primary key,
  case_id uuid not null references moderation_cases (id),
  person_id uuid not null,
  -- Null for an operator at the machine.
  moderator_id uuid,
  action text not null check (action in ('dismiss', 'hide', 'remove', 'warn', 'limit', 'suspend', 'ban')),
  reason text not null,
  -- The broken rule, and its text at that time, because the site can change its rules.
  rule_id uuid,
  rule_text text,
  -- Null without an end.
  until timestamptz,
  note text not null,
  message text not null,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  undone_by text check (undone_by in ('decision', 'restore', 'appeal')),
  -- Since when the removed subject is gone for good.
  purged_at timestamptz,
  check ((undone_at is null) = (undone_by is null)),
  check (until is null or action in ('limit', 'suspend')),
  check ((rule_id is null) = (rule_text is null))
);
create unique index moderation_decisions_standing on moderation_decisions (case_id) where undone_at is null;
create index moderation_decisions_case on moderation_decisions (case_id, id desc);
create index moderation_decisions_person on moderation_decisions (person_id, id desc);
create index moderation_decisions_moderator on moderation_decisions (moderator_id) where moderator_id is not null;
create index moderation_decisions_removed on moderation_decisions (created_at)
  where action in ('hide', 'remove') and undone_at is null and purged_at is null;

-- What the person whom a decision concerns says against it, once.
create table appeals (
  id uuid primary key,
  decision_id uuid not null unique references moderation_decisions (id),
  person_id uuid not null,
  text text not null,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  upheld boolean,
  moderator_id uuid,
  note text not null default '',
  message text not null default '',
  check ((decided_at is null) = (upheld is null))
);
create index appeals_open on appeals (id desc) where decided_at is null;
create index appeals_moderator on appeals (moderator_id) where moderator_id is not null;

-- What the staff notes about people.
create table moderation_notes (
  id uuid primary key,
  person_id uuid not null,
  author_id uuid not null,
  text text not null,
  created_at timestamptz not null default now()
);
create index moderation_notes_person on moderation_notes (person_id, id desc);
create index moderation_notes_author on moderation_notes (author_id);

-- Files that nobody may upload again, by the SHA-256 of what was uploaded: those of removed posts and messages.
create table refused_files (
  digest bytea not null,
  case_id uuid not null references moderation_cases (id),
  created_at timestamptz not null default now(),
  primary key (digest, case_id)
);
create index refused_files_case on refused_files (case_id);

-- The people whom lists that nobody chose leave out, for all who do not follow them.
create table limited_users (
  user_id uuid primary key,
  until timestamptz not null
);

-- Who of the staff did what. It has ids and states, never texts, so nothing in it has to change when a person is erased.
create table audit_entries (
  id uuid primary key,
  at timestamptz not null default now(),
  -- Who acted: a person of the staff, somebody at the machine, or a job.
  by_whom text not null check (by_whom in ('staff', 'operator', 'system')),
  actor_id uuid,
  action text not null,
  subject_type text,
  subject_id text,
  person_id uuid,
  before jsonb,
  after jsonb,
  check ((by_whom = 'staff') = (actor_id is not null)),
  check ((subject_type is null) = (subject_id is null))
);
create index audit_entries_actor on audit_entries (actor_id, id desc);
create index audit_entries_subject on audit_entries (subject_id, id desc);
create index audit_entries_person on audit_entries (person_id, id desc);

-- Nobody changes an entry, not even the application.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit entries are append-only';
end $$;
create trigger audit_entries_append_only before update or delete on audit_entries
  for each row execute function refuse_audit_change();
create trigger audit_entries_not_emptied before truncate on audit_entries
  for each statement execute function refuse_audit_change();
