import { getLimits } from '@roost/contract/users';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';

/** The limits of each tier. The server defines them, and the client has no copy. */
export const limitsQuery = queryOptions({
  queryKey: ['limits'],
  queryFn: async ({ signal }) => (await call(getLimits, { signal }, { quiet: true })).data,
  staleTime: 60 * 60 * 1000,
});

/** The limits of the viewer's tier. Undefined until they are known. Nobody has to wait for them to write. */
export function useLimits() {
  const { data } = useQuery(limitsQuery);
  return data?.[data.tier];
}
