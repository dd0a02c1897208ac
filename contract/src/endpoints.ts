import * as admin from './admin.ts';
import * as auth from './auth.ts';
import * as addresses from './addresses.ts';
import * as factors from './factors.ts';
import * as passkeys from './passkeys.ts';
import * as security from './security.ts';
import * as billing from './billing.ts';
import * as calls from './calls.ts';
import * as chat from './chat.ts';
import * as drafts from './drafts.ts';
import type { AnyEndpoint } from './endpoint.ts';
import * as engagers from './engagers.ts';
import * as feed from './feed.ts';
import * as keptFeeds from './kept-feeds.ts';
import * as lists from './lists.ts';
import * as markers from './markers.ts';
import * as media from './media.ts';
import * as moderation from './moderation.ts';
import * as notifications from './notifications.ts';
import * as personalData from './personal-data.ts';
import * as posts from './posts.ts';
import * as push from './push.ts';
import * as reactions from './reactions.ts';
import * as relations from './relations.ts';
import * as reposts from './reposts.ts';
import * as search from './search.ts';
import * as site from './site.ts';
import * as usernames from './usernames.ts';
import * as users from './users.ts';

/** All endpoints. The guards, OpenAPI and the tests use this list. */
export const endpoints: readonly AnyEndpoint[] = [
  site,
  auth,
  addresses,
  factors,
  passkeys,
  security,
  users,
  usernames,
  markers,
  relations,
  lists,
  keptFeeds,
  media,
  posts,
  drafts,
  reactions,
  reposts,
  engagers,
  feed,
  search,
  notifications,
  push,
  chat,
  calls,
  billing,
  admin,
  moderation,
  personalData,
]
  .flatMap((module) => Object.values(module) as unknown[])
  .filter(isEndpoint);

function isEndpoint(value: unknown): value is AnyEndpoint {
  return (
    typeof value === 'object' &&
    value !== null &&
    'method' in value &&
    'path' in value &&
    'auth' in value
  );
}
