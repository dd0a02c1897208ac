import { acceptFollowRequest, refuseFollowRequest } from '@roost/contract/relations';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api/api.ts';
import { changeOptimistically } from '../../../lib/cache/optimistic-change.ts';
import type { Undo } from '../../../lib/cache/write-cache.ts';
import { useViewerId } from '../../auth/viewer.ts';
import { patchPerson } from '../patch-person.ts';
import { removePerson } from '../people-lists.ts';
import { publishRequestAnswered } from '../relations/relation-events.ts';
import { userKeys } from '../user-keys.ts';

/** `gone`: another tab answered first, or the person withdrew the request. */
export type AnswerOutcome = 'answered' | 'gone' | 'failed';

/** Accepts or refuses a follow request. Every place that shows the request loses it at once. */
export function useAnswerRequest(): (
  userId: string,
  isAccepted: boolean,
) => Promise<AnswerOutcome> {
  const client = useQueryClient();
  const viewerId = useViewerId();
  return async (userId, isAccepted) => {
    let outcome: AnswerOutcome = 'failed';
    const isMade = await changeOptimistically({
      show: () => showAnswered(client, viewerId, userId),
      send: () => sendAnswer(userId, isAccepted),
      succeeded: (answer) => {
        outcome = answer;
      },
      // The API client shows a toast.
      failed: () => {},
    });
    if (isMade && isAccepted)
      await client.invalidateQueries({ queryKey: userKeys.follows(viewerId, 'followers') });
    return outcome;
  };
}

async function sendAnswer(userId: string, isAccepted: boolean): Promise<'answered' | 'gone'> {
  const endpoint = isAccepted ? acceptFollowRequest : refuseFollowRequest;
  try {
    await call(endpoint, { params: { userId } }, { quiet: isGone });
    return 'answered';
  } catch (error) {
    if (isGone(error)) return 'gone';
    throw error;
  }
}

const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

function showAnswered(client: QueryClient, viewerId: string, userId: string): Undo {
  const undos = [
    removePerson(client, userId, userKeys.requests),
    patchPerson(client, viewerId, ({ followRequestsCount = 0 }) => ({
      followRequestsCount: Math.max(0, followRequestsCount - 1),
    })),
    ...publishRequestAnswered(client, userId),
  ];
  return () => undos.forEach((undo) => undo());
}
