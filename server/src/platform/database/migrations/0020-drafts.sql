-- Drafts: what people have written and not sent yet.

-- At most 100 for each person. `keep-draft.ts` counts them under a lock.
create table drafts (
  user_id uuid not null,
  id uuid not null,
  content text not null default '',
  visibility text not null default 'public' check (visibility in ('public', 'followers')),
  -- The post that a reply answers, or the conversation of a message. The person may no longer see it.
  parent_id uuid,
  conversation_id uuid,
  -- In display order. Some may be gone.
  media_ids uuid[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  check (parent_id is null or conversation_id is null)
);

alter table media
  -- The draft to which an unused upload belongs. The sweep leaves it alone. It may stay after something else uses the upload.
  add column draft_id uuid,
  -- When the draft released it. The sweep deletes it a day later.
  add column released_at timestamptz;
