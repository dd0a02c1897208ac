-- Whom somebody does not want to have suggested any more.
create table suggestion_dismissals (
  user_id uuid not null references users (id),
  dismissed_id uuid not null references users (id),
  created_at timestamptz not null default now(),
  primary key (user_id, dismissed_id),
  check (user_id <> dismissed_id)
);
