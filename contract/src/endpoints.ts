import * as auth from './auth.ts';
import * as calls from './calls.ts';
import * as chat from './chat.ts';
import * as comments from './comments.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { getLimits } from './limits.ts';
import * as media from './media.ts';
import * as notifications from './notifications.ts';
import * as posts from './posts.ts';
import * as search from './search.ts';
import * as users from './users.ts';

/** Every endpoint there is; the guards, OpenAPI and the tests walk this list. */
export const endpoints: readonly AnyEndpoint[] = [
  auth,
  users,
  media,
  posts,
  comments,
  search,
  notifications,
  chat,
  calls,
  { getLimits },
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
