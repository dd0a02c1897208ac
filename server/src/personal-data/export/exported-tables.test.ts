import { expect, test } from 'vitest';
import { startAppForFile, withJobs } from '../../../test/support/app.ts';
import { liveFully } from '../../../test/support/canary.ts';
import { impersonalTables } from '../../../test/support/impersonal-tables.ts';
import { allTables } from '../../../test/support/sweep.ts';
import { asPerson } from '../../auth/as-person.ts';
import { exportKinds, type ExportKind } from './content/export-kinds.ts';

const app = await startAppForFile(withJobs);

/** The kind of the export that has what a table stores about a person. */
const exported: Record<string, ExportKind> = {
  users: 'account',
  user_stats: 'account',
  accounts: 'account',
  emails: 'account',
  email_links: 'account',
  second_factors: 'account',
  recovery_codes: 'account',
  passkeys: 'account',
  reading_markers: 'account',
  registrations: 'account',
  sessions: 'sessions',
  push_subscriptions: 'sessions',
  account_activity: 'activity',
  invites: 'invites',
  posts: 'posts',
  author_posts: 'posts',
  drafts: 'drafts',
  media: 'uploads',
  likes: 'likes',
  bookmarks: 'bookmarks',
  muted_threads: 'mutedThreads',
  follows: 'following',
  follow_requests: 'requested',
  blocks: 'blocked',
  mutes: 'muted',
  suggestion_dismissals: 'dismissed',
  notes: 'notes',
  people_lists: 'lists',
  list_members: 'lists',
  kept_feeds: 'keptFeeds',
  less_shown: 'lessShown',
  conversation_members: 'messages',
  messages: 'messages',
  subscriptions: 'subscriptions',
  payments: 'payments',
  reports: 'reports',
  moderation_decisions: 'decisions',
  appeals: 'decisions',
};

/** The tables that an export leaves out, with the reason. */
const leftOut: Record<string, string> = {
  usernames: 'repeats the username of the account',
  hidden_users: 'follows from decisions and from closing, and a hidden person cannot sign in',
  account_closings: 'a person with a closed account cannot sign in',
  password_resets: 'has only the hash of a secret',
  former_apps: 'has only secrets',
  security_notices: 'mails about the changes of the recent activity, to addresses of the account',
  blocked_by: 'repeats the blocks of other people',
  post_stats: 'counts what other people did',
  thread_posts: 'an index of the posts',
  post_engagers:
    'keeps an action that the person undid, so that it counts once; nobody can find it by the person',
  post_search: 'an index of the posts',
  posting_lists: 'an index of the posts',
  post_hashtags: 'repeats the hashtags of the posts',
  trending_hashtags: 'counts of hashtags, without people',
  used_hashtags: 'counts of hashtags, without people',
  notifications: 'what other people did; decisions and activity have the rest',
  event_log_entries: 'repeats other rows for a few days, so that tabs miss nothing',
  event_log_heads: 'the last number of the event log',
  feed_readers: 'computed from likes, comments, reposts and messages',
  feed_snapshots: 'computed lists of posts, for a short time',
  feed_pages: 'computed lists of posts, for a short time',
  timelines: 'an index of the posts of followed people',
  fan_outs: 'posts that wait for timelines',
  popular_posts: 'a list of posts by their engagement',
  high_fan_out_posts: 'a list of posts of well-known people',
  conversations: 'has only the two people, who stand in the memberships',
  media_usage: 'the sum of the files in the export',
  calls: 'kept for a day; the messages have their results',
  call_members: 'kept for a day; the messages have the results of calls',
  payment_events: 'messages of the provider, which lead to the payments',
  sandbox_subscriptions: 'belongs to the stand-in for a payment provider',
  sandbox_payments: 'belongs to the stand-in for a payment provider',
  idempotency_keys: 'repeats answers for a day',
  moderation_cases:
    'the reports of other people, who must stay unknown; decisions have the results',
  report_evidence: 'what other people reported; the posts and messages have it',
  held_media: 'the media of evidence',
  moderation_notes: 'notes of the staff for itself',
  moderation_holds: 'lasts until the staff decides; telling it would help spammers',
  limited_users: 'follows from decisions and holds',
  audit_entries: 'a log of the staff, without texts',
  text_sightings: 'fingerprints against spam; telling them would help spammers',
  exports: 'the exports themselves, which the site lists',
  'graphile_worker._private_jobs': 'waiting work of the server',
};

const nameOf = (table: string) => table.replace(/^public\./, '');

test('each table with data of a person is in the export, or is left out for a reason', async () => {
  const personal = (await allTables(app.ctx)).filter((table) => !impersonalTables.includes(table));
  expect([...Object.keys(exported), ...Object.keys(leftOut)].toSorted()).toEqual(
    personal.map(nameOf).toSorted(),
  );
});

test('each kind of the export reads the tables that it is named for', async () => {
  const { leaver } = await liveFully(app);
  const ctx = asPerson(app.ctx, leaver.id);
  for (const kind of Object.keys(exportKinds) as ExportKind[]) {
    app.statements.length = 0;
    const { value } = await exportKinds[kind](ctx, 'en').next();
    expect(value, kind).toBeDefined();
    const read = app.statements.join('\n');
    for (const [table] of Object.entries(exported).filter(([, name]) => name === kind))
      expect(read, `${kind}: ${table}`).toMatch(new RegExp(`\\b(from|join) "?${table}\\b`));
  }
});
