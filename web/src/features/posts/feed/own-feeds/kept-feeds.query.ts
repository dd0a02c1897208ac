import { listKeptFeeds, type KeptFeed } from '@roost/contract/kept-feeds';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../lib/api/api.ts';
import { freshFor } from '../../../../lib/cache/fresh-for.ts';

/** The hashtags and searches that the viewer keeps as feeds. A failure shows no toast: other tabs still work. */
export const keptFeedsQuery = queryOptions({
  queryKey: ['kept-feeds'],
  queryFn: async ({ signal }) =>
    (await call(listKeptFeeds, { signal }, { quiet: true })).data.feeds,
  staleTime: freshFor.list,
});

/** The text that searches for the same. */
export function textOfFeed({ hashtag, query }: Pick<KeptFeed, 'hashtag' | 'query'>): string {
  return hashtag === null ? (query ?? '') : `#${hashtag}`;
}
