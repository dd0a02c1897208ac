import { listTrending } from '@roost/contract/search';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { freshFor } from '../../lib/cache/fresh-for.ts';

export const trendingQuery = trending(false);
/** The same list. Its failure shows no toast. */
export const quietTrendingQuery = trending(true);

function trending(quiet: boolean) {
  return queryOptions({
    queryKey: ['trending'],
    queryFn: async ({ signal }) => (await call(listTrending, { signal }, { quiet })).hashtags,
    staleTime: freshFor.trending,
  });
}
