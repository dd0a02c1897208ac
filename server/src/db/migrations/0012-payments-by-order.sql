-- A subscription has its row before the provider is asked to make it: until that has answered there is no provider_id.
-- Where one pays follows from both ids.
alter table subscriptions
  alter column provider_id drop not null,
  drop column checkout,
  -- What one payment is to be, in paise, and the provider's own id of the plan, as they were offered; 0 and '' where
  -- that was before they were kept.
  add column amount integer not null default 0,
  add column provider_plan text not null default '',
  -- The provider says that a payment failed and is tried again.
  add column is_retrying boolean not null default false,
  drop constraint subscriptions_phase_check,
  add constraint subscriptions_phase_check check (phase in ('unpaid', 'live', 'paused', 'lapsed', 'over'));

-- Of an event only what says which payment it was about: the rest names people, and the provider keeps it.
alter table payment_events
  drop column body,
  add column payment text,
  add column amount integer,
  add column status text,
  add column happened_at timestamptz;
create index payment_events_old on payment_events (received_at);

-- What came of asking the provider about everything, for whoever asked for it.
create table payment_checks (
  id uuid primary key,
  provider text not null,
  asked integer not null,
  failed integer not null,
  not_asked integer not null,
  trouble text,
  ended_at timestamptz not null default now()
);
