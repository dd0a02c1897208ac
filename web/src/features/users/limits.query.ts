import { getLimits } from '@roost/contract/limits';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** What each tier may do; the server says it, the client never knows it by heart. */
export const limitsQuery = queryOptions({
  queryKey: ['limits'],
  queryFn: async ({ signal }) => (await call(getLimits, { signal }, { quiet: true })).data,
  staleTime: 60 * 60 * 1000,
});

/** What the viewer's tier may do; undefined until it is known, which stops nobody from writing. */
export function useLimits() {
  const { data } = useQuery(limitsQuery);
  return data?.[data.tier];
}
