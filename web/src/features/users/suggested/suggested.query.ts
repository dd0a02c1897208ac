import { listSuggested, type SuggestedUser } from '@roost/contract/users';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { userKeys } from '../user-keys.ts';

export const SUGGESTED_COUNT = 5;

/** Suggested people. Those whom the viewer has just followed keep their positions, so that a press moves nothing. */
export const suggestedQuery = queryOptions({
  queryKey: userKeys.suggested,
  async queryFn({ client, signal }): Promise<SuggestedUser[]> {
    const { data } = await call(listSuggested, { query: { limit: SUGGESTED_COUNT }, signal });
    return keepPositions(client.getQueryData<SuggestedUser[]>(userKeys.suggested) ?? [], data);
  },
});

/** Keeps current people in their positions, and puts new people into the free ones. */
export function keepPositions<User extends { _id: string; isFollowingByCurrentUser: boolean }>(
  shown: readonly User[],
  answer: readonly User[],
): User[] {
  const found = new Map(answer.map((user) => [user._id, user]));
  const kept = shown.flatMap((user) => {
    const again = found.get(user._id);
    return again ? [again] : user.isFollowingByCurrentUser ? [user] : [];
  });
  const ids = new Set(kept.map(({ _id }) => _id));
  return [...kept, ...answer.filter(({ _id }) => !ids.has(_id))].slice(0, SUGGESTED_COUNT);
}
