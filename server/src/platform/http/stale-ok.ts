import type { AnyEndpoint } from '@roost/contract/endpoint';
import * as search from '@roost/contract/search';
import * as users from '@roost/contract/users';

/**
 * Endpoints that may read candidates from a replica (docs/decisions/0026). They search the posts and people of everyone, so
 * nobody notices that the newest ones are missing for a moment. All other endpoints read only the primary.
 */
export const staleOk: ReadonlySet<AnyEndpoint> = new Set<AnyEndpoint>([
  search.searchPosts,
  search.searchUsers,
  search.listHashtag,
  search.listTrending,
  users.listSuggested,
]);
