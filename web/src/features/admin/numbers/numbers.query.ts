import { getNumbers } from '@roost/contract/admin';
import type { Answer } from '@roost/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';

export type Numbers = Answer<typeof getNumbers>['data'];

export const numbersKey = ['admin', 'numbers'] as const;

/** Each answer counts whole tables, so it stays for a while. */
export const numbersQuery = queryOptions({
  queryKey: numbersKey,
  queryFn: async ({ signal }) => (await call(getNumbers, { signal }, { quiet: true })).data,
});
