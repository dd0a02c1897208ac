import { listSuggested, type SuggestedUser } from '@roost/contract/users';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { SUGGESTED_COUNT } from '../../lib/constants.ts';
import { userKeys } from './user-keys.ts';

/** Who to follow. Those followed since the list was first shown keep their places, so that a press moves nothing. */
export const suggestedQuery = queryOptions({
  queryKey: userKeys.suggested,
  async queryFn({ client, signal }): Promise<SuggestedUser[]> {
    const { data } = await call(listSuggested, { query: { limit: SUGGESTED_COUNT }, signal });
    return inPlace(client.getQueryData<SuggestedUser[]>(userKeys.suggested) ?? [], data);
  },
});

/** What was shown and still holds, where it was; the new ones in the free places. */
export function inPlace<User extends { _id: string; isFollowingByCurrentUser: boolean }>(
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
