-- The browsers that get pushes.

-- A session is one browser, so it has at most one subscription, which ends with it.
create table push_subscriptions (
  user_id uuid not null,
  session_id uuid not null,
  -- The key of the session. A push goes out only while the session is open.
  token_hash bytea not null,
  endpoint text not null,
  -- The public key of the browser, and the secret that it shares with this server.
  p256dh bytea not null,
  auth bytea not null,
  -- The public key of this server with which the browser subscribed.
  vapid_key text not null,
  kinds text[] not null,
  -- Whether the text may say who did what.
  has_preview boolean not null,
  created_at timestamptz not null default now(),
  -- Null while the push service takes pushes.
  failing_since timestamptz,
  failures integer not null default 0,
  -- No push is tried before that.
  retry_at timestamptz,
  primary key (user_id, session_id)
);
create index push_subscriptions_session on push_subscriptions (session_id);
-- A hash, because an endpoint can be long.
create index push_subscriptions_endpoint on push_subscriptions using hash (endpoint);
