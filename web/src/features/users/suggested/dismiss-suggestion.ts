import { dismissSuggested, type SuggestedUser } from '@roost/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { writeCache } from '../../../lib/cache/write-cache.ts';
import { userKeys } from '../user-keys.ts';

/** Removes a person from the suggestions at once, and fetches a replacement. */
export function useDismissSuggestion(): (userId: string) => Promise<void> {
  const client = useQueryClient();
  return async (userId) => {
    writeCache(client, userKeys.suggested, (data) =>
      (data as SuggestedUser[]).filter(({ _id }) => _id !== userId),
    );
    // If this fails, the next answer contains the person again.
    await call(dismissSuggested, { params: { userId } }).catch(() => {});
    await client.invalidateQueries({ queryKey: userKeys.suggested });
  };
}
