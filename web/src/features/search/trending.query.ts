import { listTrending } from '@roost/contract/search';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { freshFor } from '../../lib/constants.ts';

export const trendingQuery = queryOptions({
  queryKey: ['trending'],
  queryFn: async ({ signal }) => (await call(listTrending, { signal })).hashtags,
  staleTime: freshFor.trending,
});
