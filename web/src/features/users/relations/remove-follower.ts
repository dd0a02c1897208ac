import { removeFollower } from '@roost/contract/relations';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { changeOptimistically } from '../../../lib/cache/optimistic-change.ts';
import { useViewerId } from '../../auth/viewer.ts';
import { patchPerson } from '../patch-person.ts';
import { removePerson } from '../people-lists.ts';
import { userKeys } from '../user-keys.ts';

/** Makes a person follow the viewer no longer. The row disappears at once. */
export function useRemoveFollower(): (userId: string) => Promise<boolean> {
  const client = useQueryClient();
  const viewerId = useViewerId();
  return async (userId) =>
    changeOptimistically({
      show() {
        const undos = [
          removePerson(client, userId, userKeys.follows(viewerId, 'followers')),
          patchPerson(client, userId, () => ({ followsCurrentUser: false })),
          patchPerson(client, viewerId, ({ followersCount = 0 }) => ({
            followersCount: Math.max(0, followersCount - 1),
          })),
        ];
        return () => undos.forEach((undo) => undo());
      },
      send: () => call(removeFollower, { params: { userId } }),
      // The API client shows a toast.
      failed: () => {},
    });
}
