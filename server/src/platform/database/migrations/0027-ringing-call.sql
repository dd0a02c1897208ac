-- The call whose ringing the push service took last for this browser. Only these browsers hear that somebody answered or rejected it.
alter table push_subscriptions add column ringing_call_id uuid;
