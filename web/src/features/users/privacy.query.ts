import { getPrivacy } from '@roost/contract/users';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';

export const privacyKey = ['privacy'] as const;

/** The viewer's privacy settings. */
export const privacyQuery = queryOptions({
  queryKey: privacyKey,
  queryFn: async ({ signal }) => (await call(getPrivacy, { signal }, { quiet: true })).data,
  // Another device may have changed it.
  staleTime: 0,
});
