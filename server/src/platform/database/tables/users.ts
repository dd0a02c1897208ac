import type { ColumnType, Generated } from 'kysely';
import type { Role } from '@roost/contract/users';
import type { CreatedAt } from './created-at.ts';

export interface UserTables {
  users: Users;
  user_stats: UserStats;
  follows: Follows;
  blocks: Blocks;
  blocked_by: BlockedBy;
  suggestion_dismissals: SuggestionDismissals;
  hidden_users: HiddenUsers;
  follow_requests: FollowRequests;
  mutes: Mutes;
  muted_threads: MutedThreads;
  notes: Notes;
  reading_markers: ReadingMarkers;
  text_sightings: TextSightings;
}

interface Users {
  id: string;
  username: string;
  full_name: string;
  /** Both, folded to be searched for. */
  names: ColumnType<string, never, never>;
  bio: Generated<string>;
  /** Ids of media. */
  avatar: Generated<string | null>;
  cover_image: Generated<string | null>;
  message_preference: Generated<string>;
  notification_preferences: Generated<unknown>;
  premium_until: Generated<Date | null>;
  role: Generated<Role>;
  follow_approval: Generated<boolean>;
  show_online: Generated<boolean>;
  send_read_receipts: Generated<boolean>;
  send_typing: Generated<boolean>;
  show_follows: Generated<boolean>;
  relay_calls_only: Generated<boolean>;
  discoverable: Generated<boolean>;
  message_requests: Generated<boolean>;
  muted_words: Generated<unknown>;
  links: Generated<string[]>;
  verified_links: Generated<string[]>;
  language: Generated<string>;
  /** Why strangers cannot click the person's links. Null: they can. */
  unknown_as: Generated<'new' | 'unverified' | null>;
  pinned_post_id: Generated<string | null>;
  created_at: CreatedAt;
}

interface ReadingMarkers {
  user_id: string;
  list: 'following' | 'notifications';
  item_id: string;
  at: Date;
}

interface TextSightings {
  fingerprint: Buffer;
  author_id: string;
  place_id: string;
  subject_type: 'post' | 'message';
  subject_id: string;
  is_new: boolean;
  at: Date;
}

interface HiddenUsers {
  user_id: string;
  reason: 'pending' | 'suspended' | 'banned' | 'closing' | 'erased';
  /** `infinity` without an end. */
  until: Generated<Date>;
  created_at: CreatedAt;
}

interface UserStats {
  user_id: string;
  followers_count: Generated<number>;
  following_count: Generated<number>;
  public_posts_count: Generated<number>;
  followers_posts_count: Generated<number>;
}

interface Follows {
  follower_id: string;
  followee_id: string;
  /** Whether the follower has a stored timeline. */
  has_timeline: Generated<boolean>;
  is_follower_counted: Generated<boolean>;
  is_followee_counted: Generated<boolean>;
  created_at: CreatedAt;
}

/** Requests to follow somebody who approves followers. */
interface FollowRequests {
  followee_id: string;
  follower_id: string;
  created_at: CreatedAt;
}

interface Blocks {
  blocker_id: string;
  blocked_id: string;
  created_at: CreatedAt;
}

interface BlockedBy {
  blocked_id: string;
  blocker_id: string;
}

interface Mutes {
  muter_id: string;
  muted_id: string;
  /** Infinity for a mute without an end. The driver returns it as a number. */
  until: ColumnType<unknown, Date | 'infinity', Date | 'infinity'>;
  reposts_only: boolean;
  created_at: CreatedAt;
}

interface MutedThreads {
  user_id: string;
  root_id: string;
  created_at: CreatedAt;
}

/** A private note about another person. */
interface Notes {
  author_id: string;
  about_id: string;
  content: string;
  updated_at: Generated<Date>;
}

interface SuggestionDismissals {
  user_id: string;
  dismissed_id: string;
  created_at: CreatedAt;
}
