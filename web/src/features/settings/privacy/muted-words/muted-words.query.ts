import { listMutedWords, setMutedWords } from '@roost/contract/relations';
import type { Answer } from '@roost/contract/endpoint';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../lib/api/api.ts';
import { changeOptimistically } from '../../../../lib/cache/optimistic-change.ts';
import { writeCache } from '../../../../lib/cache/write-cache.ts';

export type MutedWord = Answer<typeof listMutedWords>['data']['words'][number];

const mutedWordsKey = ['muted-words'] as const;

/** The words that the viewer mutes, without those that are over. */
export const mutedWordsQuery = queryOptions({
  queryKey: mutedWordsKey,
  queryFn: async ({ signal }) =>
    (await call(listMutedWords, { signal }, { quiet: true })).data.words,
  staleTime: 0,
});

/** Replaces the words. The new list shows at once. Resolves to whether the server has it. */
export function useSetMutedWords(): (words: MutedWord[]) => Promise<boolean> {
  const client = useQueryClient();
  return async (words) => {
    const before = client.getQueryData<MutedWord[]>(mutedWordsKey) ?? [];
    const show = (list: MutedWord[]) => writeCache(client, mutedWordsKey, () => list);
    return changeOptimistically({
      show() {
        show(words);
        return () => show(before);
      },
      send: () => call(setMutedWords, { body: { words } }),
      succeeded: ({ data }) => show(data.words),
      // The API client shows a toast.
      failed: () => {},
    });
  };
}
