import type { ColumnType, Generated, Insertable, Selectable } from 'kysely';
import type { CallEnding, CallMedia } from '@roost/contract/calls';
import type { CallLine } from '@roost/contract/chat';
import type { PlanName } from '@roost/contract/subscription';
import type { StoredFile } from '../media/storage/storage.ts';
import type { Phase } from '../payments/payment-provider.ts';

/** The tables as migrations/ makes them, for Kysely. */
export interface Tables {
  users: Users;
  accounts: Accounts;
  sessions: Sessions;
  password_resets: PasswordResets;
  follows: Follows;
  blocks: Blocks;
  user_stats: UserStats;
  posts: Posts;
  post_stats: PostStats;
  likes: Reactions;
  bookmarks: Reactions;
  media: MediaTable;
  suggestion_dismissals: SuggestionDismissals;
  post_search: PostSearch;
  post_hashtags: PostHashtags;
  trending_hashtags: TrendingHashtags;
  used_hashtags: UsedHashtags;
  search_backfill: SearchBackfill;
  idempotency_keys: IdempotencyKeys;
  notifications: Notifications;
  stream_heads: StreamHeads;
  stream_events: StreamEventsTable;
  conversations: Conversations;
  messages: Messages;
  conversation_members: ConversationMembers;
  calls: Calls;
  call_members: CallMembers;
  call_nodes: CallNodes;
  subscriptions: Subscriptions;
  payments: Payments;
  payment_events: PaymentEvents;
  payment_checks: PaymentChecks;
  sandbox_subscriptions: SandboxSubscriptions;
  sandbox_payments: SandboxPayments;
}

type CreatedAt = ColumnType<Date, Date | undefined, never>;

interface Users {
  id: string;
  username: string;
  full_name: string;
  bio: Generated<string>;
  /** Ids of media. */
  avatar: Generated<string | null>;
  cover_image: Generated<string | null>;
  message_preference: Generated<string>;
  notification_preferences: Generated<unknown>;
  premium_until: Generated<Date | null>;
  created_at: CreatedAt;
}

interface Accounts {
  user_id: string;
  email: string;
  password_hash: string;
}

interface Sessions {
  id: string;
  token_hash: Buffer;
  user_id: string;
  device: string;
  address: string;
  created_at: CreatedAt;
  last_used_at: Generated<Date>;
  expires_at: Date;
}

interface PasswordResets {
  user_id: string;
  token_hash: Buffer;
  expires_at: Date;
}

interface Follows {
  follower_id: string;
  followee_id: string;
  created_at: CreatedAt;
}

interface Blocks {
  blocker_id: string;
  blocked_id: string;
  created_at: CreatedAt;
}

interface SuggestionDismissals {
  user_id: string;
  dismissed_id: string;
  created_at: CreatedAt;
}

interface UserStats {
  user_id: string;
  followers_count: Generated<number>;
  following_count: Generated<number>;
  public_posts_count: Generated<number>;
  followers_posts_count: Generated<number>;
}

interface Posts {
  id: string;
  author_id: string;
  content: Generated<string>;
  visibility: 'public' | 'followers';
  audience_id: string;
  party_ids: string[];
  parent_id: Generated<string | null>;
  root_id: Generated<string | null>;
  repost_of_id: Generated<string | null>;
  hashtags: Generated<string[]>;
  mentions: Generated<string[]>;
  edit_valid_till: Date;
  edit_chances_left: number;
  edited_at: Generated<Date | null>;
  created_at: CreatedAt;
  deleted_at: Generated<Date | null>;
}
export type PostRecord = Selectable<Posts>;

/** Named one by one: `*` in a prepared statement breaks on every open connection when a column is added. */
export const postColumns = [
  'id',
  'author_id',
  'content',
  'visibility',
  'audience_id',
  'party_ids',
  'parent_id',
  'root_id',
  'repost_of_id',
  'hashtags',
  'mentions',
  'edit_valid_till',
  'edit_chances_left',
  'edited_at',
  'created_at',
  'deleted_at',
] as const satisfies (keyof Posts)[];
export type NewPost = Insertable<Posts>;

interface PostStats {
  post_id: string;
  like_count: Generated<number>;
  comment_count: Generated<number>;
  repost_count: Generated<number>;
  popular_since: Generated<Date | null>;
  milestones: Generated<Date[]>;
}

interface Reactions {
  user_id: string;
  post_id: string;
  created_at: CreatedAt;
}

interface MediaTable {
  id: string;
  owner_id: string;
  used_for: Generated<'nothing' | 'post' | 'profile' | 'message'>;
  post_id: Generated<string | null>;
  message_id: Generated<string | null>;
  position: Generated<number>;
  is_public: Generated<boolean>;
  kind: 'image' | 'video';
  status: Generated<'ready' | 'processing'>;
  width: number;
  height: number;
  alt: Generated<string>;
  placeholder: Generated<string>;
  /** Written as JSON text. */
  files: ColumnType<StoredFile[], string, string>;
  created_at: CreatedAt;
}
export type MediaRecord = Selectable<MediaTable>;

interface PostSearch {
  post_id: string;
  number: number;
  author_id: string;
  visibility: 'public' | 'followers';
  created_at: Date;
  words: string;
}

interface PostHashtags {
  post_id: string;
  tag: string;
  shown: string;
  author_id: string;
  visibility: 'public' | 'followers';
  created_at: Date;
}

interface TrendingHashtags {
  position: number;
  tag: string;
  count: number;
}

interface UsedHashtags {
  tag: string;
  people: number;
}

/** No row once everything is in the index. */
interface SearchBackfill {
  before: string;
}

interface IdempotencyKeys {
  user_id: string;
  key: string;
  request_hash: Buffer;
  response: Generated<unknown>;
  created_at: CreatedAt;
}

interface StreamHeads {
  user_id: string;
  /** A bigint, as text. */
  last_seq: string;
}

interface StreamEventsTable {
  user_id: string;
  seq: string;
  name: string;
  item: unknown;
  sent_by: Generated<string | null>;
  created_at: CreatedAt;
}

interface Notifications {
  id: string;
  user_id: string;
  actor_id: string;
  type: 'like' | 'comment' | 'repost' | 'mention' | 'follow';
  post_id: string | null;
  is_read: Generated<boolean>;
  created_at: CreatedAt;
}

interface Conversations {
  id: string;
  low_id: string;
  high_id: string;
  last_seq: Generated<number>;
  created_at: CreatedAt;
}

interface Messages {
  id: string;
  conversation_id: string;
  seq: number;
  sender_id: string;
  kind: Generated<'message' | 'call'>;
  content: string;
  /** Written as JSON text. */
  call: ColumnType<CallLine | null, string | null | undefined, string | null>;
  is_silent: Generated<boolean>;
  has_media: Generated<boolean>;
  client_id: string | null;
  created_at: CreatedAt;
  deleted_at: Generated<Date | null>;
}

interface ConversationMembers {
  user_id: string;
  conversation_id: string;
  other_id: string;
  unread_count: Generated<number>;
  read_seq: Generated<number>;
  delivered_seq: Generated<number>;
  seen_seq: Generated<number>;
  cleared_seq: Generated<number>;
  has_written: Generated<boolean>;
  last_seq: Generated<number | null>;
  last_at: Generated<Date | null>;
}

interface Calls {
  id: string;
  caller_id: string;
  callee_id: string;
  media: CallMedia;
  status: Generated<'ringing' | 'active' | 'ended'>;
  reason: Generated<CallEnding | null>;
  caller_tab: string;
  caller_session: string;
  caller_node: string;
  callee_tab: Generated<string | null>;
  callee_session: Generated<string | null>;
  callee_node: Generated<string | null>;
  sharer_id: Generated<string | null>;
  created_at: CreatedAt;
  answered_at: Generated<Date | null>;
  ended_at: Generated<Date | null>;
}
export type CallRecord = Selectable<Calls>;

interface CallMembers {
  call_id: string;
  user_id: string;
  ended_at: Generated<Date | null>;
}

interface CallNodes {
  id: string;
  seen_at: Generated<Date>;
}

interface Subscriptions {
  id: string;
  user_id: string;
  plan: PlanName;
  provider: string;
  /** Null until the provider has made it. */
  provider_id: Generated<string | null>;
  /** In paise. */
  amount: Generated<number>;
  provider_plan: Generated<string>;
  phase: Generated<Phase>;
  is_retrying: Generated<boolean>;
  look: Generated<number>;
  looked_at: Generated<Date>;
  started_at: Generated<Date | null>;
  paid_until: Generated<Date | null>;
  cancelled_at: Generated<Date | null>;
  closed_at: Generated<Date | null>;
  created_at: CreatedAt;
}
export type SubscriptionRecord = Selectable<Subscriptions>;
/** One that the provider has made. */
export type KnownSubscription = SubscriptionRecord & { provider_id: string };

interface Payments {
  id: string;
  subscription_id: string;
  user_id: string;
  provider: string;
  provider_id: string;
  /** In paise. */
  amount: number;
  currency: string;
  paid_at: Date;
  period_start: Date;
  period_end: Date;
  receipt_sent_at: Generated<Date | null>;
  created_at: CreatedAt;
}

interface PaymentEvents {
  id: string;
  provider: string;
  event_id: string;
  type: string;
  subscription: string | null;
  payment: Generated<string | null>;
  /** In paise. */
  amount: Generated<number | null>;
  status: Generated<string | null>;
  happened_at: Generated<Date | null>;
  received_at: CreatedAt;
  handled_at: Generated<Date | null>;
  outcome: Generated<string | null>;
}

interface PaymentChecks {
  id: string;
  provider: string;
  asked: number;
  failed: number;
  not_asked: number;
  trouble: string | null;
  ended_at: Generated<Date>;
}

interface SandboxSubscriptions {
  id: string;
  customer_id: string;
  name: string;
  email: string;
  plan: PlanName;
  amount: number;
  status: Generated<'created' | 'active' | 'retrying' | 'halted' | 'cancelled' | 'completed'>;
  ends_with_period: Generated<boolean>;
  period_end: Generated<Date | null>;
  failed_attempts: Generated<number>;
  created_at: CreatedAt;
}
export type SandboxRecord = Selectable<SandboxSubscriptions>;

interface SandboxPayments {
  id: string;
  subscription_id: string;
  amount: number;
  paid_at: Date;
  period_start: Date;
  period_end: Date;
}
