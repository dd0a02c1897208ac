-- Numbers the questions put to a payment provider, so that an answer to an earlier one never overwrites a later one's.
create sequence subscription_looks;

-- What is known of a subscription at a payment provider. What a person may do follows from users.premium_until alone.
create table subscriptions (
  id uuid primary key,
  user_id uuid not null references users (id),
  plan text not null check (plan in ('Monthly', 'Annual')),
  provider text not null,
  provider_id text not null,
  -- Where one pays: an address, or a path of ours.
  checkout text not null,
  -- What the provider said last: nothing paid, goes on, no longer tried, final.
  phase text not null default 'unpaid' check (phase in ('unpaid', 'live', 'lapsed', 'over')),
  look bigint not null default 0,
  looked_at timestamptz not null default now(),
  -- From the first payment to the end of what is paid for.
  started_at timestamptz,
  paid_until timestamptz,
  cancelled_at timestamptz,
  -- Final at the provider and over here: nothing changes it any more.
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  unique (provider, provider_id),
  check ((started_at is null) = (paid_until is null))
);
-- One at a time for each person, whatever the race.
create unique index subscriptions_one_live on subscriptions (user_id) where closed_at is null;
create index subscriptions_of on subscriptions (user_id, id desc);
create index subscriptions_to_check on subscriptions (looked_at) where closed_at is null;

-- What was paid, once each. Amounts in paise.
create table payments (
  id uuid primary key,
  subscription_id uuid not null references subscriptions (id),
  user_id uuid not null references users (id),
  provider text not null,
  provider_id text not null,
  amount integer not null,
  currency text not null,
  paid_at timestamptz not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  receipt_sent_at timestamptz,
  created_at timestamptz not null default now(),
  constraint payments_once unique (provider, provider_id)
);
create index payments_of on payments (user_id, paid_at desc, id desc);
create index payments_of_subscription on payments (subscription_id);

-- Every event a provider sent with the right signature, once each, before anything is done about it.
create table payment_events (
  id uuid primary key,
  provider text not null,
  event_id text not null,
  type text not null,
  -- The provider's own id of it.
  subscription text,
  body jsonb not null,
  received_at timestamptz not null default now(),
  handled_at timestamptz,
  outcome text,
  constraint payment_events_once unique (provider, event_id)
);
create index payment_events_of on payment_events (subscription, received_at);

-- The sandbox: a payment provider to play with, which knows nothing of the tables above.
create table sandbox_subscriptions (
  id text primary key,
  -- Whose pages may show it; a provider would know a customer.
  customer_id uuid not null,
  name text not null,
  email text not null,
  plan text not null check (plan in ('Monthly', 'Annual')),
  amount integer not null,
  status text not null default 'created'
    check (status in ('created', 'active', 'retrying', 'halted', 'cancelled', 'completed')),
  ends_with_period boolean not null default false,
  period_end timestamptz,
  -- Of the card that fails at first.
  failed_attempts integer not null default 0,
  created_at timestamptz not null default now()
);
create index sandbox_subscriptions_of on sandbox_subscriptions (customer_id, created_at desc);

create table sandbox_payments (
  id text primary key,
  subscription_id text not null references sandbox_subscriptions (id),
  amount integer not null,
  paid_at timestamptz not null,
  period_start timestamptz not null,
  period_end timestamptz not null
);
create index sandbox_payments_of on sandbox_payments (subscription_id);
