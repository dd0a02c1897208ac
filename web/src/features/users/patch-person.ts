import type { QueryClient } from '@tanstack/react-query';
import type { OwnUser, Profile } from '@roost/contract/users';
import type { Undo } from './cache-writes.ts';
import { patchNodes } from './patch-nodes.ts';

type Person = Profile & Pick<OwnUser, 'blockedUsers' | 'following'>;

/**
 * The one function that changes a person everywhere they appear: profiles, cards, authors of posts,
 * the viewer's own user. `patch` sees what that place knows of them.
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
