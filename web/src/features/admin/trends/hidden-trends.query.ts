import * as words from '#words/admin';
import { getHiddenTrends, setHiddenTrends } from '@roost/contract/admin';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { toast } from '../../../ui/overlays/toasts.ts';
import { trendingQuery } from '../../search/trending.query.ts';

const hiddenTrendsKey = ['admin', 'trends'] as const;

/** The hashtags that are never listed as trending. */
export const hiddenTrendsQuery = queryOptions({
  queryKey: hiddenTrendsKey,
  queryFn: async ({ signal }) =>
    (await call(getHiddenTrends, { signal }, { quiet: true })).data.hidden,
  staleTime: 0,
});

interface Change {
  hide?: string;
  unhide?: string;
}

/** Hides or shows one hashtag. The server takes the whole list, so this reads it again, and keeps what other admins did. */
export function useChangeTrends() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ hide, unhide }: Change) => {
      const { data } = await call(getHiddenTrends, {});
      const others = data.hidden.filter((tag) => tag !== unhide);
      const hidden = hide === undefined ? others : [...others, hide];
      return call(setHiddenTrends, { body: { hidden } });
    },
    onSuccess: ({ data }) => {
      client.setQueryData(hiddenTrendsKey, data.hidden);
      toast.success(words.saved);
      return client.invalidateQueries({ queryKey: trendingQuery.queryKey });
    },
  });
}
