import type { Insertable, Selectable } from 'kysely';
import type { AccountSafetyTables } from './tables/account-safety.ts';
import type { AccountTables } from './tables/accounts.ts';
import type { CallTables } from './tables/calls.ts';
import type { ChatTables } from './tables/chat.ts';
import type { FeedTables } from './tables/feed.ts';
import type { IdempotencyTables } from './tables/idempotency.ts';
import type { ListTables } from './tables/lists.ts';
import type { MediaTables } from './tables/media.ts';
import type { ModerationTables } from './tables/moderation.ts';
import type { NotificationTables } from './tables/notifications.ts';
import type { PersonalDataTables } from './tables/personal-data.ts';
import type { PostTables } from './tables/posts.ts';
import type { PushTables } from './tables/push.ts';
import type { SandboxTables } from './tables/billing/sandbox.ts';
import type { SearchTables } from './tables/search.ts';
import type { SiteTables } from './tables/site.ts';
import type { EventLogTables } from './tables/event-log.ts';
import type { SubscriptionTables } from './tables/billing/subscription.ts';
import type { UserTables } from './tables/users.ts';

/** The types of all tables that migrations/ creates, for Kysely. The folder tables/ has a file for each area. */
export interface Tables
  extends
    AccountTables,
    AccountSafetyTables,
    UserTables,
    PostTables,
    MediaTables,
    FeedTables,
    ListTables,
    SearchTables,
    IdempotencyTables,
    EventLogTables,
    NotificationTables,
    PushTables,
    ChatTables,
    CallTables,
    SubscriptionTables,
    SandboxTables,
    SiteTables,
    ModerationTables,
    PersonalDataTables {}

/** Without the number that only the return of a withheld post needs, and without the mark of its counters. */
export type PostRecord = Omit<Selectable<Tables['posts']>, 'search_number' | 'is_counted'>;
export type NewPost = Insertable<Tables['posts']>;
export type DraftRecord = Selectable<Tables['drafts']>;
export type MediaRecord = Selectable<Tables['media']>;
export type PushSubscriptionRecord = Selectable<Tables['push_subscriptions']>;
export type CallRecord = Selectable<Tables['calls']>;
export type SubscriptionRecord = Selectable<Tables['subscriptions']>;
/** One that the provider has made. */
export type KnownSubscription = SubscriptionRecord & { provider_id: string };
export type SandboxRecord = Selectable<Tables['sandbox_subscriptions']>;
