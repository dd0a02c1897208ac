/**
 * By which key each table is distributed over the nodes of a Citus database (docs/scaling.md). Tables of one group lie
 * together: what has the same key is on the same node. Every table of the migrations is named here, once.
 */
const groups = {
  people: {
    users: 'id',
    accounts: 'user_id',
    user_stats: 'user_id',
    follows: 'follower_id',
    blocks: 'blocker_id',
    likes: 'user_id',
    bookmarks: 'user_id',
    notifications: 'user_id',
    event_log_heads: 'user_id',
    event_log_entries: 'user_id',
    conversation_members: 'user_id',
    call_members: 'user_id',
    idempotency_keys: 'user_id',
    suggestion_dismissals: 'user_id',
    author_posts: 'author_id',
    feed_readers: 'user_id',
    feed_snapshots: 'user_id',
    timelines: 'user_id',
    fan_outs: 'author_id',
    media_usage: 'user_id',
  },
  usernames: { usernames: 'name' },
  emails: { emails: 'email' },
  sessions: { sessions: 'token_hash' },
  posts: {
    posts: 'id',
    post_stats: 'post_id',
    post_search: 'post_id',
    post_hashtags: 'post_id',
    post_engagers: 'post_id',
  },
  threads: { thread_posts: 'root_id' },
  conversations: { conversations: 'id', messages: 'conversation_id' },
  media: { media: 'id' },
  calls: { calls: 'id' },
} as const satisfies Record<string, Record<string, string>>;

/** Small or seldom written: a copy on every node. */
const everywhere = [
  'password_resets',
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
];

/** On the coordinator alone, with the job queue's, which have a schema of their own. */
const onCoordinator = ['migrations', 'function_files'];

export type Place =
  /** `group` names the table the others of the group are put beside. */
  | { kind: 'distributed'; group: string; key: string }
  | { kind: 'everywhere' }
  | { kind: 'coordinator' };

/** In the order they are distributed in: of each group the one that the others are put beside comes first. */
export const places: ReadonlyMap<string, Place> = new Map([
  ...Object.values(groups).flatMap((tables) => placesOf(tables)),
  ...everywhere.map((table): [string, Place] => [table, { kind: 'everywhere' }]),
  ...onCoordinator.map((table): [string, Place] => [table, { kind: 'coordinator' }]),
]);

function placesOf(tables: Record<string, string>): [string, Place][] {
  const [group = ''] = Object.keys(tables);
  return Object.entries(tables).map(([table, key]) => [table, { kind: 'distributed', group, key }]);
}

/** Whether rows of both that belong together are on one node, so that a foreign key can hold between them. */
export function liesWith(table: string, other: string): boolean {
  const [one, two] = [places.get(table), places.get(other)];
  if (one?.kind === 'distributed' && two?.kind === 'distributed') return one.group === two.group;
  return one !== undefined && one.kind === two?.kind;
}
