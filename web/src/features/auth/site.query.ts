import { getSite } from '@roost/contract/site';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';

/** The rules of the site, and who may register. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: async ({ signal }) => (await call(getSite, { signal }, { quiet: true })).data,
});
