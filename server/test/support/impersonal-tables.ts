/** Tables without data of a person. The erasure concerns all others, and the export has each of them or a reason against it. */
export const impersonalTables = [
  'public.call_nodes',
  'public.challenge_tries',
  'public.function_files',
  'public.held_usernames',
  'public.migrations',
  'public.payment_checks',
  'public.posting_lists_end',
  // The SHA-256 of files that the moderators removed.
  'public.refused_files',
  'public.accepted_terms',
  'public.hidden_hashtags',
  'public.site_blocks',
  'public.site_rules',
  'public.site_settings',
  'graphile_worker._private_job_queues',
  'graphile_worker._private_known_crontabs',
  'graphile_worker._private_tasks',
  'graphile_worker.migrations',
];
