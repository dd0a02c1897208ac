/**
 * The key by which Citus distributes each table over its nodes (docs/scaling.md). Tables of one group are colocated: rows
 * with the same key are on the same node. Each table of the migrations is listed here once.
 */
const groups = {
  people: {
    users: 'id',
    accounts: 'user_id',
    user_stats: 'user_id',
    follows: 'follower_id',
    blocks: 'blocker_id',
    blocked_by: 'blocked_id',
    likes: 'user_id',
    bookmarks: 'user_id',
    notifications: 'user_id',
    event_log_heads: 'user_id',
    event_log_entries: 'user_id',
    conversation_members: 'user_id',
    call_members: 'user_id',
    idempotency_keys: 'user_id',
    suggestion_dismissals: 'user_id',
    follow_requests: 'followee_id',
    mutes: 'muter_id',
    muted_threads: 'user_id',
    drafts: 'user_id',
    notes: 'author_id',
    people_lists: 'owner_id',
    list_members: 'owner_id',
    kept_feeds: 'owner_id',
    less_shown: 'user_id',
    reading_markers: 'user_id',
    push_subscriptions: 'user_id',
    author_posts: 'author_id',
    feed_readers: 'user_id',
    feed_snapshots: 'user_id',
    feed_pages: 'user_id',
    timelines: 'user_id',
    fan_outs: 'author_id',
    media_usage: 'user_id',
    email_links: 'user_id',
    second_factors: 'user_id',
    former_apps: 'user_id',
    recovery_codes: 'user_id',
    passkeys: 'user_id',
    account_activity: 'user_id',
    security_notices: 'user_id',
    registrations: 'user_id',
  },
  usernames: { usernames: 'name' },
  emails: { emails: 'email' },
  sessions: { sessions: 'token_hash' },
  challenges: { challenge_tries: 'challenge_hash' },
  posts: {
    posts: 'id',
    post_stats: 'post_id',
    post_search: 'post_id',
    post_hashtags: 'post_id',
    post_engagers: 'post_id',
  },
  threads: { thread_posts: 'root_id' },
  postings: { posting_lists: 'segment' },
  conversations: { conversations: 'id', messages: 'conversation_id' },
  media: { media: 'id' },
  calls: { calls: 'id' },
  texts: { text_sightings: 'fingerprint' },
} as const satisfies Record<string, Record<string, string>>;

/** Small or rarely written tables. Each node has a copy. */
const referenceTables = [
  'hidden_users',
  'limited_users',
  'password_resets',
  'posting_lists_end',
  'trending_hashtags',
  'used_hashtags',
  'popular_posts',
  'high_fan_out_posts',
  'call_nodes',
  'subscriptions',
  'payments',
  'payment_events',
  'payment_checks',
  'sandbox_subscriptions',
  'sandbox_payments',
  'site_settings',
  'site_rules',
  'invites',
  'accepted_terms',
  'site_blocks',
  'hidden_hashtags',
  'account_closings',
  'held_usernames',
  'exports',
];

/**
 * Tables that only the coordinator has. The tables of the job queue are there too, in their own schema. Citus allows no triggers on
 * other tables, and `audit_entries` has one.
 */
const coordinatorTables = [
  'migrations',
  'function_files',
  'moderation_cases',
  'report_evidence',
  'held_media',
  'reports',
  'moderation_decisions',
  'refused_files',
  'appeals',
  'moderation_notes',
  'moderation_holds',
  'audit_entries',
];

export type Distribution =
  /** `group` is the first table of the group. The others are colocated with it. */
  | { kind: 'distributed'; group: string; key: string }
  | { kind: 'reference' }
  | { kind: 'coordinator' };

/** Tables in the order in which they are distributed. In each group, the table that names the group comes first. */
export const distributions: ReadonlyMap<string, Distribution> = new Map([
  ...Object.values(groups).flatMap((tables) => distributeGroup(tables)),
  ...referenceTables.map((table): [string, Distribution] => [table, { kind: 'reference' }]),
  ...coordinatorTables.map((table): [string, Distribution] => [table, { kind: 'coordinator' }]),
]);

function distributeGroup(tables: Record<string, string>): [string, Distribution][] {
  const [group = ''] = Object.keys(tables);
  return Object.entries(tables).map(([table, key]) => [table, { kind: 'distributed', group, key }]);
}

/** Tells whether matching rows of both tables are on the same node, as a foreign key requires. */
export function isColocated(table: string, other: string): boolean {
  const [one, two] = [distributions.get(table), distributions.get(other)];
  if (one?.kind === 'distributed' && two?.kind === 'distributed') return one.group === two.group;
  return one !== undefined && one.kind === two?.kind;
}
