import type { AnyEndpoint } from '@roost/contract/endpoint';
import * as search from '@roost/contract/search';
import * as users from '@roost/contract/users';

/**
 * Calls that may look for candidates a moment ago (docs/decisions/0026): what they find is found among everything there
 * is, and nobody can tell that a stranger's newest is missing. All others read the primary alone.
 */
export const mayBeOld: ReadonlySet<AnyEndpoint> = new Set<AnyEndpoint>([
  search.searchPosts,
  search.searchUsers,
  search.listHashtag,
  search.listTrending,
  users.listSuggested,
]);
