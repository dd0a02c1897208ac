-- Billing: what the server knows of subscriptions at payment providers. Only users.premium_until says who has Premium.

-- Numbers the requests to a provider, so that the answer to an earlier request never overwrites that to a later one.
create sequence subscription_refreshes;

create table subscriptions (
  id uuid primary key,
  user_id uuid not null references users (id),
  plan text not null check (plan in ('Monthly', 'Annual')),
  provider text not null,
  -- Null until the provider has created the subscription: the row exists before the server asks the provider.
  provider_id text,
  -- The provider's last answer: nothing paid, continues, paused, no longer tried, final.
  phase text not null default 'unpaid' check (phase in ('unpaid', 'live', 'paused', 'lapsed', 'over')),
  refresh_number bigint not null default 0,
  refreshed_at timestamptz not null default now(),
  -- From the first payment to the end of the paid time.
  started_at timestamptz,
  paid_until timestamptz,
  cancelled_at timestamptz,
  -- Final at the provider, and the paid time is over: nothing changes the row any more.
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  -- The price of one payment in paise, and the provider's id of the plan, as the person saw them.
  amount integer not null default 0,
  provider_plan text not null default '',
  -- The provider says that a payment failed and that it will try again.
  is_retrying boolean not null default false,
  unique (provider, provider_id),
  check ((started_at is null) = (paid_until is null))
);
-- One at a time for each person, even if two requests arrive together.
create unique index subscriptions_one_live on subscriptions (user_id) where closed_at is null;
create index subscriptions_of on subscriptions (user_id, id desc);
create index subscriptions_to_check on subscriptions (refreshed_at) where closed_at is null;

-- Each payment once. Amounts are in paise.
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

-- Each event with a valid signature once, written before the server acts on it. It has only what identifies the payment: the
-- rest names people, and the provider keeps it.
create table payment_events (
  id uuid primary key,
  provider text not null,
  event_id text not null,
  type text not null,
  -- The provider's id of the subscription.
  subscription text,
  received_at timestamptz not null default now(),
  handled_at timestamptz,
  outcome text,
  payment text,
  amount integer,
  status text,
  happened_at timestamptz,
  constraint payment_events_once unique (provider, event_id)
);
create index payment_events_of on payment_events (subscription, received_at);
create index payment_events_old on payment_events (received_at);

-- The result of each full check of all subscriptions with the provider, for the operator who asked for it.
create table payment_checks (
  id uuid primary key,
  provider text not null,
  asked integer not null,
  failed integer not null,
  not_asked integer not null,
  trouble text,
  ended_at timestamptz not null default now()
);

-- The sandbox: a payment provider for tries. It does not use the tables above.
create table sandbox_subscriptions (
  id text primary key,
  -- The person whose pages may show it. A real provider would have a customer.
  customer_id uuid not null,
  name text not null,
  email text not null,
  plan text not null check (plan in ('Monthly', 'Annual')),
  amount integer not null,
  status text not null default 'created'
    check (status in ('created', 'active', 'retrying', 'halted', 'cancelled', 'completed')),
  ends_with_period boolean not null default false,
  period_end timestamptz,
  -- For the test card whose first payments fail.
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
