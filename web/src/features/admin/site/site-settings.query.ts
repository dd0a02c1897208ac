import { getSiteSettings } from '@roost/contract/admin';
import type { Site } from '@roost/contract/site';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { siteQuery } from '../../auth/site.query.ts';

/** The settings of the site as they are stored. */
export const siteSettingsQuery = queryOptions({
  queryKey: ['admin', 'site'],
  queryFn: async ({ signal }) => (await call(getSiteSettings, { signal }, { quiet: true })).data,
  staleTime: 0,
});

/** Shows new settings wherever the app shows them without a new load of the page. */
export function showSite(client: QueryClient, site: Site): void {
  client.setQueryData(siteSettingsQuery.queryKey, site);
  client.setQueryData(siteQuery.queryKey, site);
}
