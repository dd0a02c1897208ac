import { dismissSuggested, type SuggestedUser } from '@roost/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { writeCache } from './cache-writes.ts';
import { userKeys } from './user-keys.ts';

/** Takes a person out of the suggestions at once, and asks for another in their place. */
export function useDismiss(): (userId: string) => Promise<void> {
  const client = useQueryClient();
  return async (userId) => {
    writeCache(client, userKeys.suggested, (data) =>
      (data as SuggestedUser[]).filter(({ _id }) => _id !== userId),
    );
    // Should it fail, the next answer shows them again.
    await call(dismissSuggested, { params: { userId } }).catch(() => {});
    await client.invalidateQueries({ queryKey: userKeys.suggested });
  };
}
