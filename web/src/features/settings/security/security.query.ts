import { getSecurity } from '@roost/contract/security';
import type { Answer } from '@roost/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';

export type Security = Answer<typeof getSecurity>['data'];

export const securityKey = ['security'] as const;

/** The factors of the viewer's account, and its recent events. */
export const securityQuery = queryOptions({
  queryKey: securityKey,
  queryFn: async ({ signal }) => (await call(getSecurity, { signal }, { quiet: true })).data,
  // People open it to find what they do not know.
  staleTime: 0,
});
