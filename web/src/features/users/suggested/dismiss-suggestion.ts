import { dismissSuggested } from '@roost/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { changeOptimistically } from '../../../lib/cache/optimistic-change.ts';
import { removePerson } from '../people-lists.ts';
import { userKeys } from '../user-keys.ts';

/** Removes a person from the suggestions at once, and fetches a replacement. */
export function useDismissSuggestion(): (userId: string) => Promise<void> {
  const client = useQueryClient();
  return async (userId) => {
    await changeOptimistically({
      show: () => removePerson(client, userId, userKeys.suggested),
      send: async () => call(dismissSuggested, { params: { userId } }),
      // The API client shows a toast.
      failed: () => {},
    });
    await client.invalidateQueries({ queryKey: userKeys.suggested });
  };
}
