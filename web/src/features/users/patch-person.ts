import type { QueryClient } from '@tanstack/react-query';
import type { OwnUser, Profile } from '@roost/contract/users';
import type { Undo } from '../../lib/cache/write-cache.ts';
import { patchNodes } from '../../lib/cache/patch-nodes.ts';

type Person = Profile & Pick<OwnUser, 'blockedUsers' | 'following' | 'followRequestsCount'>;

/**
 * The one function that changes a person everywhere: profiles, cards, authors of posts, and the viewer's own user.
 * `patch` receives the fields that each copy has.
 */
export function patchPerson(
  client: QueryClient,
  userId: string,
  patch: (person: Partial<Person>) => Partial<Person>,
): Undo {
  return patchNodes(client, [], {
    matches: (node) => node['_id'] === userId && 'username' in node,
    patch,
  });
}
