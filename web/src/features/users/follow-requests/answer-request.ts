import { acceptFollowRequest, refuseFollowRequest } from '@roost/contract/relations';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api/api.ts';
import { changeOptimistically } from '../../../lib/cache/optimistic-change.ts';
import type { Undo } from '../../../lib/cache/write-cache.ts';
import { useViewerId } from '../../auth/viewer.ts';
import { patchPerson } from '../patch-person.ts';
import { removePerson } from '../people-lists.ts';
import { userKeys } from '../user-keys.ts';

/** Accepts or refuses a follow request. The row disappears at once. */
export function useAnswerRequest(): (userId: string, isAccepted: boolean) => Promise<void> {
  const client = useQueryClient();
  const viewerId = useViewerId();
  return async (userId, isAccepted) => {
    const isMade = await changeOptimistically({
      show: () => showAnswered(client, viewerId, userId),
      send: () =>
        call(
          isAccepted ? acceptFollowRequest : refuseFollowRequest,
          { params: { userId } },
          {
            quiet: isGone,
          },
        ),
      isAlreadyMade: isGone,
      // The API client shows a toast.
      failed: () => {},
    });
    if (isMade && isAccepted)
      await client.invalidateQueries({ queryKey: userKeys.follows(viewerId, 'followers') });
  };
}

/** Another tab answered, or the person withdrew the request. */
const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

function showAnswered(client: QueryClient, viewerId: string, userId: string): Undo {
  const undos = [
    removePerson(client, userId, userKeys.requests),
    patchPerson(client, viewerId, ({ followRequestsCount = 0 }) => ({
      followRequestsCount: Math.max(0, followRequestsCount - 1),
    })),
  ];
  return () => undos.forEach((undo) => undo());
}
